/** A comparison with what is stored. */
class Comparison {
  readonly operator: string;
  readonly value: unknown;

  constructor(operator: string, value?: unknown) {
    this.operator = operator;
    this.value = value;
  }
}

export const present = new Comparison('exists');
export const notEqualTo = (value: string | number) => new Comparison('<>', value);
export const below = (value: number) => new Comparison('<', value);
export const atMost = (value: number) => new Comparison('<=', value);

/**
 * What must be stored for a write to be carried out: each of these values; null or undefined is a missing one. Of a
 * list, one of its conditions holds.
 */
export type Condition<Item> = All<Item> | readonly All<Item>[];
/** All of these values. */
export type All<Item> = { readonly [K in keyof Item]?: Item[K] | Comparison | null | undefined };

/** The attributes still are as they were read, missing ones included. */
export const whereUnchanged = <Item extends object, K extends keyof Item>(
  item: Item | undefined,
  names: readonly K[],
): { [N in K]: Item[N] | null } => Object.fromEntries(names.map((name) => [name, item?.[name] ?? null])) as never;

/** The attributes that have another value than they were read with. */
export const differing = (values: object, read: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== undefined && value !== read[name]));

/** Both conditions at once; of a list, those that can hold beside the other. Undefined where none can. */
export function joinConditions(condition: Condition<object>, more: All<object>): All<object>[] | undefined {
  const asked = more as Record<string, unknown>;
  const joined = ([condition].flat() as Record<string, unknown>[])
    .filter((one) => Object.entries(one).every(([name, value]) => canBothHold(value, asked[name])))
    .map((one) => ({ ...one, ...asked }));
  return joined.length > 0 ? joined : undefined;
}

/** Whether an attribute can be as both ask: a comparison may be beside anything. */
const canBothHold = (value: unknown, other: unknown): boolean =>
  [value, other].some((one) => one === undefined || (typeof one === 'object' && one !== null)) || value === other;

/**
 * The expressions of one write, with short names: DynamoDB takes 4 KB of each, and a record may have a hundred
 * attributes.
 */
export class Expression {
  readonly #names = new Map<string, string>();
  readonly #values: unknown[] = [];
  readonly #encode: (attribute: string, value: unknown) => unknown;

  constructor(encode: (attribute: string, value: unknown) => unknown = (_, value) => value) {
    this.#encode = encode;
  }

  #name(attribute: string): string {
    const name = this.#names.get(attribute) ?? `#n${this.#names.size}`;
    this.#names.set(attribute, name);
    return name;
  }

  #value(attribute: string, value: unknown): string {
    return `:v${this.#values.push(this.#encode(attribute, value)) - 1}`;
  }

  update({
    set,
    initially,
    removed,
    add,
    removeFrom,
  }: {
    set: object;
    initially: object;
    removed: readonly string[];
    add: object;
    removeFrom: object;
  }): string {
    const each = (of: object, sign: string) =>
      Object.entries(of)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${this.#name(name)}${sign}${this.#value(name, value)}`);
    const first = Object.entries(initially).map(
      ([name, value]) => `${this.#name(name)} = if_not_exists(${this.#name(name)}, ${this.#value(name, value)})`,
    );
    return [
      ['SET', [...each(set, ' = '), ...first]] as const,
      ['REMOVE', removed.map((name) => this.#name(name))] as const,
      ['ADD', each(add, ' ')] as const,
      ['DELETE', each(removeFrom, ' ')] as const,
    ]
      .filter(([, parts]) => parts.length > 0)
      .map(([clause, parts]) => `${clause} ${parts.join(', ')}`)
      .join(' ');
  }

  /** Undefined where nothing is asked. */
  condition<Item>(where: Condition<Item> = {}, isThere = false): string | undefined {
    const alternatives = [where].flat().map((all) => this.#all(all as object));
    const asked = alternatives.length > 1 ? alternatives.map((one) => `(${one})`).join(' OR ') : alternatives.join('');
    if (!isThere) return asked === '' ? undefined : asked;
    return `attribute_exists(pk)${asked === '' ? '' : ` AND (${asked})`}`;
  }

  #all(all: object): string {
    return Object.entries(all)
      .map(([attribute, expected]) => {
        const name = this.#name(attribute);
        if (expected === null || expected === undefined) return `attribute_not_exists(${name})`;
        if (!(expected instanceof Comparison)) return `${name} = ${this.#value(attribute, expected)}`;
        const { operator, value } = expected;
        return operator === 'exists'
          ? `attribute_exists(${name})`
          : `${name} ${operator} ${this.#value(attribute, value)}`;
      })
      .join(' AND ');
  }

  attributes() {
    return {
      ...(this.#names.size > 0
        ? {
            ExpressionAttributeNames: Object.fromEntries(
              [...this.#names].map(([attribute, name]) => [name, attribute]),
            ),
          }
        : {}),
      ...(this.#values.length > 0
        ? { ExpressionAttributeValues: Object.fromEntries(this.#values.map((value, number) => [`:v${number}`, value])) }
        : {}),
    };
  }
}
