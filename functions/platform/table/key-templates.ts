/** The names in `student#${studentId}`; `${batch:6}` is a number that is filled up with zeros. */
export type NamesInTemplate<T extends string> = T extends `${string}\${${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}:${string}` ? Bare : Name) | NamesInTemplate<Rest>
  : never;

export const hasAttribute = (attributes: object, name: string) =>
  (attributes as Record<string, unknown>)[name] !== undefined;
const placeholder = /\$\{(\w+)(?::(\d+))?\}/g;
export const namesInTemplate = (template: string): string[] => parseTemplate(template).rest.map(({ name }) => name);

/** A template taken apart: text, then a name with its width, then text, and so on. */
interface ParsedTemplate {
  first: string;
  rest: readonly { name: string; width: number; text: string }[];
}

/** By template: a list of a hundred students fills one two hundred times. */
const parsedTemplates = new Map<string, ParsedTemplate>();

function parseTemplate(template: string): ParsedTemplate {
  let parsed = parsedTemplates.get(template);
  if (!parsed) {
    const [first = '', ...parts] = template.split(placeholder);
    const rest = Array.from({ length: parts.length / 3 }, (_, index) => {
      const [name = '', width = '0', text = ''] = parts.slice(3 * index);
      return { name, width: Number(width), text };
    });
    parsed = { first, rest };
    parsedTemplates.set(template, parsed);
  }
  return parsed;
}

/** `student#${studentId}` with its names filled in. @throws where one has no value */
export function fillTemplate(template: string, attributes: object): string {
  const { first, rest } = parseTemplate(template);
  let filled = first;
  for (const { name, width, text } of rest) {
    const value = (attributes as Record<string, unknown>)[name];
    if (value === undefined) throw new Error(`${template} needs ${name}`);
    filled += String(value).padStart(width, '0') + text;
  }
  return filled;
}

/** A sort key up to the first name that has no value. */
export function knownKeyPrefix(template: string, attributes: object): { known: string; isWhole: boolean } {
  const missing = [...template.matchAll(placeholder)].find(([, name = '']) => !hasAttribute(attributes, name));
  return { known: fillTemplate(template.slice(0, missing?.index), attributes), isWhole: !missing };
}

export interface FilledKeys {
  pk: string;
  sk: string;
}

/** The keys of a kind of record in the indexes. */
export class IndexKeys {
  /** `names` in the key itself, and `needed` for a record to be in the index. */
  readonly #keys: readonly { field: string; template: string; names: readonly string[]; needed: readonly string[] }[];

  constructor(indexes: Readonly<Record<string, FilledKeys & { index: string }>> = {}) {
    this.#keys = Object.values(indexes).flatMap(({ index, pk, sk }) => {
      const needed = namesInTemplate(pk + sk);
      return [
        { field: `${index}pk`, template: pk, names: namesInTemplate(pk), needed },
        { field: `${index}sk`, template: sk, names: namesInTemplate(sk), needed },
      ];
    });
  }

  /** The keys in the indexes in which a record with these attributes is. */
  keysOf(attributes: object): Record<string, string> {
    const inIndex = this.#keys.filter(({ needed }) => needed.every((name) => hasAttribute(attributes, name)));
    return Object.fromEntries(inIndex.map(({ field, template }) => [field, fillTemplate(template, attributes)]));
  }

  /** The keys that have one of the attributes in them. */
  with(attributes: object) {
    return this.#keys.filter(({ names }) => names.some((name) => hasAttribute(attributes, name)));
  }

  /** The keys of the indexes that a record leaves, with an attribute that is removed. */
  leftWithout(removed: readonly string[]): string[] {
    return this.#keys.filter(({ needed }) => needed.some((name) => removed.includes(name))).map(({ field }) => field);
  }
}
