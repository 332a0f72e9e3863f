/** A value as DynamoDB's protocol writes it: one type, one content. */
export type AttributeValue = Record<string, unknown>;

export type Item = Record<string, AttributeValue>;

/** The type of a value: S, N, B, BOOL, NULL, L, M, SS, NS or BS. */
export function attributeType(value: AttributeValue): string {
  return Object.keys(value)[0] ?? '';
}

/** Bytes of a key's string or binary value. Numbers as keys have no limit that could be reached: 0. */
export function keyBytes(value: AttributeValue): number {
  if (typeof value.S === 'string') return Buffer.byteLength(value.S);
  if (typeof value.B === 'string') return Buffer.byteLength(value.B, 'base64');
  return 0;
}

/** Size of an item as DynamoDB counts it against its limits: names and values, in bytes. */
export function itemBytes(item: Item): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: AttributeValue): number {
  const type = attributeType(value);
  const content = value[type];
  switch (type) {
    case 'S':
      return Buffer.byteLength(content as string);
    case 'B':
      return Buffer.byteLength(content as string, 'base64');
    case 'N':
      return numberBytes(content as string);
    case 'SS':
      return sum(content as string[], (text) => Buffer.byteLength(text));
    case 'BS':
      return sum(content as string[], (text) => Buffer.byteLength(text, 'base64'));
    case 'NS':
      return sum(content as string[], numberBytes);
    case 'L':
      return 3 + sum(content as AttributeValue[], (element) => 1 + valueBytes(element));
    case 'M':
      return 3 + sum(Object.entries(content as Item), ([name, element]) => 1 + itemBytes({ [name]: element }));
    default:
      return 1;
  }
}

/** A byte for two significant digits, one more, and one for a minus sign. */
function numberBytes(number: string): number {
  const digits = number
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1 + (number.startsWith('-') ? 1 : 0);
}

function sum<Element>(elements: Element[], measure: (element: Element) => number): number {
  return elements.reduce((total, element) => total + measure(element), 0);
}
