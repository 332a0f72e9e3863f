import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { OperatorError } from '../operators/operator-error.ts';
import { type ExportLocation, type FinishedExport, listDataFiles, readBytes } from './finished-exports.ts';

export type ExportedItem = Record<string, AttributeValue>;

/** A record as it is to be, or the key of one that is gone. */
export type ExportedChange = { put: ExportedItem } | { remove: ExportedItem };

/** A line of a file: of all records `Item`, of changes the others. What was removed has no new image. */
interface Line {
  Item?: ExportedItem;
  Keys?: ExportedItem;
  NewImage?: ExportedItem;
}

/**
 * The records or changes of an export, file after file. Each file is compared with the checksum and the count that
 * DynamoDB noted.
 * @throws {OperatorError} for a copy that is damaged or lacks a file
 */
export async function* readExportedRecords(
  shelf: ExportLocation,
  { id, itemCount }: FinishedExport,
): AsyncGenerator<ExportedChange[]> {
  // A note that nothing changed has no files.
  if (itemCount === 0) return;
  let found = 0;
  for (const file of await listDataFiles(shelf, id)) {
    const packed = await readBytes(shelf, file.dataFileS3Key);
    if (createHash('md5').update(packed).digest('base64') !== file.md5Checksum) {
      throw damaged(`${file.dataFileS3Key} is not as DynamoDB wrote it.`);
    }
    const lines = gunzipSync(packed).toString('utf8').split('\n');
    const changes = lines.filter((line) => line !== '').map((line) => changeOf(parse(line)));
    if (changes.length !== file.itemCount) throw damaged(`${file.dataFileS3Key} has ${changes.length} records.`);
    found += changes.length;
    yield changes;
  }
  if (found !== itemCount) throw damaged(`${id} has ${found} records of ${itemCount}.`);
}

function changeOf({ Item, Keys, NewImage }: Line): ExportedChange {
  const put = Item ?? NewImage;
  if (put) return { put };
  if (Keys) return { remove: Keys };
  throw damaged('a line is neither a record nor a change.');
}

/** Bytes are written as base64; nothing else differs between the text of an export and what the SDK takes. */
const parse = (line: string): Line =>
  JSON.parse(line, (key, value) => {
    if (key === 'B' && typeof value === 'string') return Buffer.from(value, 'base64');
    if (key === 'BS' && Array.isArray(value)) return value.map((one) => Buffer.from(one, 'base64'));
    return value;
  });

const damaged = (what: string) => new OperatorError(`The export is damaged: ${what}`);
