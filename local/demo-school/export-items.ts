import { closeSync, openSync, writeSync } from 'node:fs';
import type { DemoItem } from './types.ts';

type AttributeValue = Record<string, unknown>;

/** Written out at this many characters, so that the whole school is never in memory as text. */
const flushAt = 1 << 20;

/** Writes items as DynamoDB exports a table: one JSON object a line. */
export function exportItems(items: Iterable<DemoItem>, file: string): void {
  const handle = openSync(file, 'wx');
  try {
    let text = '';
    for (const item of items) {
      text += `${JSON.stringify({ Item: attributesOf(item) })}\n`;
      if (text.length < flushAt) continue;
      writeSync(handle, text);
      text = '';
    }
    writeSync(handle, text);
  } finally {
    closeSync(handle);
  }
}

const attributesOf = (record: Readonly<Record<string, unknown>>): Record<string, AttributeValue> => {
  const attributes: Record<string, AttributeValue> = {};
  for (const name in record) {
    const value = record[name];
    if (value !== undefined) attributes[name] = attributeValue(value);
  }
  return attributes;
};

/** A value as the document client sends it; kinds that no store writes are refused. */
export function attributeValue(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(attributeValue) };
  if (value instanceof Set && value.size > 0 && [...value].every((member) => typeof member === 'string'))
    return { SS: [...value] };
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return { M: attributesOf(value as Record<string, unknown>) };
  throw new TypeError(`No attribute value for ${String(value)}`);
}
