import ts from 'typescript'

/** Returns the text of a TypeScript or JavaScript file with `#` for each character of code, so that comments keep their lines. */
export function commentsOnly(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const comments = new Map<number, number>()
  const visit = (node: ts.Node): void => {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return
    const children = node.getChildren(source)
    for (const child of children) visit(child)
    if (children.length > 0 || ts.isJsxText(node)) return
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.pos) ?? []),
    ])
      comments.set(pos, end)
  }
  visit(source)
  let [masked, codeFrom] = ['', 0]
  for (const [pos, end] of [...comments].sort(([a], [b]) => a - b)) {
    masked += text.slice(codeFrom, pos).replace(/\S/g, '#') + text.slice(pos, end)
    codeFrom = end
  }
  return masked + text.slice(codeFrom).replace(/\S/g, '#')
}

/**
 * Returns the text of a TypeScript or JavaScript file with `#` for each character outside of its texts: strings, templates and JSX text.
 * Parts without a space are code, such as paths.
 */
export function textsOnly(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  let [masked, codeFrom] = ['', 0]
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) keep(node.getStart(source) + 1, node.end - 1)
    else if (ts.isJsxText(node)) keep(node.pos, node.end)
    else ts.forEachChild(node, visit)
  }
  const keep = (pos: number, end: number): void => {
    if (!/\s/.test(text.slice(pos, end))) return
    masked += `${text.slice(codeFrom, pos).replace(/\S/g, '#')}${text.slice(pos, end)}`
    codeFrom = end
  }
  visit(source)
  return masked + text.slice(codeFrom).replace(/\S/g, '#')
}
