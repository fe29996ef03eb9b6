/** Routing rules for targets by device; leaves text that is no URL for the import to refuse. */
export function deviceRules({ ios, android, desktop }: Readonly<Record<string, unknown>>) {
  const rule = (type: string, value: string, target: unknown) =>
    target === undefined || target === null || target === '' || target === 'null' ? [] : [{ type, value, target }]
  return [...rule('os', 'ios', ios), ...rule('os', 'android', android), ...rule('device', 'desktop', desktop)]
}
