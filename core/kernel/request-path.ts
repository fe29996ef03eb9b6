/**
 * Parts of a path that proxies and servers read differently: a backslash, a control character, an empty segment, `.` and `..`, and both with
 * parameters (Tomcat reads `..;` as `..`), plain or percent-encoded any number of times; and a fragment, which no valid request has.
 */
const AMBIGUOUS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds them
  /[\\\x00-\x1f\x7f#]|%(?:25)*(?:5c|[01][0-9a-f]|7f)|(?:\/|%(?:25)*2f)(?:\.|%(?:25)*2e){0,2}(?:\/|%(?:25)*2f)|(?:\/|%(?:25)*2f)(?:\.|%(?:25)*2e){1,2}(?:$|;|%(?:25)*3b)/i

/** Whether the path of a request, with its leading slash, can be read in more than one way. */
export const isAmbiguousPath = (path: string) => AMBIGUOUS.test(path)
