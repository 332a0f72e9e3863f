import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/**
 * Converts a record of DynamoDB's typed values, as the document client does, but faster: for the ten thousand records of a board its
 * conversion takes as long as everything else.
 */
export function plainRecord(item: Record<string, AttributeValue>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const name in item) plain[name] = plainValue(item[name] as AttributeValue);
  return plain;
}

/** Bytes come as base64 in the JSON of an answer. */
function plainValue(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.SS !== undefined) return new Set(value.SS);
  if (value.NS !== undefined) return new Set(value.NS.map(Number));
  if (value.L !== undefined) return value.L.map(plainValue);
  if (value.M !== undefined) return plainRecord(value.M);
  if (value.B !== undefined) return Buffer.from(value.B as Uint8Array | string as string, 'base64');
  throw new Error(`A value of kind ${Object.keys(value)}`);
}
