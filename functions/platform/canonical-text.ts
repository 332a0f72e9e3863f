/**
 * One text for a value: the properties of each object by name, at any depth, without those that are undefined; no
 * spaces. The table answers a map in an order of its own, another one each time: what is compared with what was stored,
 * or hashed to be compared later, is compared by this text. A file that was only indented again is still the one that
 * was signed.
 * @throws TypeError for what JSON cannot have, such as an infinite number or a set
 */
export function toCanonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    if (value instanceof Set || value instanceof Map) throw new TypeError(`JSON cannot have ${String(value)}`);
    const properties = Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${properties.map(([name, one]) => `${JSON.stringify(name)}:${toCanonicalText(one)}`).join(',')}}`;
  }
  const text = JSON.stringify(value);
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value)))
    throw new TypeError(`JSON cannot have ${String(value)}`);
  return text;
}
