/** The names in `student#${studentId}`; `${batch:6}` is a number that is filled up with zeros. */
export type NamesInTemplate<T extends string> = T extends `${string}\${${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}:${string}` ? Bare : Name) | NamesInTemplate<Rest>
  : never;

export const hasAttribute = (attributes: object, name: string) =>
  (attributes as Record<string, unknown>)[name] !== undefined;
const placeholder = /\$\{(\w+)(?::(\d+))?\}/g;
export const namesInTemplate = (template: string) => [...template.matchAll(placeholder)].map(([, name = '']) => name);

/** `student#${studentId}` with its names filled in. @throws where one has no value */
export const fillTemplate = (template: string, attributes: object): string =>
  template.replaceAll(placeholder, (_whole, name: string, width = '0') => {
    const value = (attributes as Record<string, unknown>)[name];
    if (value === undefined) throw new Error(`${template} needs ${name}`);
    return String(value).padStart(Number(width), '0');
  });

/** A sort key up to the first name that has no value. */
export function knownKeyPrefix(template: string, attributes: object): { known: string; isWhole: boolean } {
  const missing = [...template.matchAll(placeholder)].find(([, name = '']) => !hasAttribute(attributes, name));
  return { known: fillTemplate(template.slice(0, missing?.index), attributes), isWhole: !missing };
}

export interface FilledKeys {
  pk: string;
  sk: string;
}
