import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { readExportedRecords } from '../../../infra/exports/exported-records.ts';
import { canonicalText, describeDifferences, HashSum } from '../../../infra/exports/fingerprint.ts';
import {
  type FinishedExport,
  findExportsLeadingTo,
  listFinishedExports,
} from '../../../infra/exports/finished-exports.ts';

const day = (text: string) => new Date(`2026-03-${text}:00Z`);
const whole = (to: string): FinishedExport => ({
  id: `all ${to}`,
  tableName: 'T',
  from: null,
  to: day(to),
  itemCount: 1,
});
const part = (from: string, to: string): FinishedExport => ({
  id: `${from} to ${to}`,
  tableName: 'T',
  itemCount: 1,
  from: day(from),
  to: day(to),
});
const ids = (chain: FinishedExport[]) => chain.map(({ id }) => id);

describe('the exports that lead to a moment', () => {
  const week = [
    whole('01T06:00'),
    part('01T06:00', '01T12:00'),
    part('01T12:00', '01T18:00'),
    part('01T18:00', '02T00:00'),
    whole('04T06:00'),
    part('04T06:00', '04T12:00'),
  ];

  it('are the last one of all records before it, and each of changes from where the one before ends', () => {
    expect(ids(findExportsLeadingTo(day('01T19:00'), 'T', week))).toEqual([
      'all 01T06:00',
      '01T06:00 to 01T12:00',
      '01T12:00 to 01T18:00',
    ]);
    expect(ids(findExportsLeadingTo(day('04T12:00'), 'T', week))).toEqual(['all 04T06:00', '04T06:00 to 04T12:00']);
  });

  it('are all of a week where the one of all records is a week old, and end no earlier for it', () => {
    const hours = (count: number) => new Date(day('01T06:15').getTime() + count * 3_600_000);
    const changes = Array.from({ length: 28 }, (_, run) => ({
      ...part('01T06:15', '01T06:15'),
      id: `changes ${run}`,
      from: hours(6 * run),
      to: hours(6 * run + 6),
    }));
    const sunday = whole('01T06:31');
    const chain = findExportsLeadingTo(day('08T06:20'), 'T', [...changes.toReversed(), whole('08T06:31'), sunday]);
    expect(ids(chain)).toEqual([sunday.id, ...changes.map(({ id }) => id)]);
    expect(chain.at(-1)?.to).toEqual(day('08T06:15'));
  });

  it('end at a gap: nothing after a failed one is used', () => {
    const gap = week.filter(({ id }) => !id.startsWith('01T12:00'));
    expect(ids(findExportsLeadingTo(day('03T00:00'), 'T', gap))).toEqual(['all 01T06:00', '01T06:00 to 01T12:00']);
  });

  it('may overlap: one of all records is not made at the very moment when one of changes begins', () => {
    const overlap = [whole('01T06:10'), part('01T06:00', '01T12:00')];
    expect(ids(findExportsLeadingTo(day('01T12:00'), 'T', overlap))).toEqual(['all 01T06:10', '01T06:00 to 01T12:00']);
  });

  it('are of one table, and there must be one of all records', () => {
    expect(() => findExportsLeadingTo(day('04T12:00'), 'another', week)).toThrow('No export of another is from before');
    expect(() => findExportsLeadingTo(day('01T05:00'), 'T', week)).toThrow(
      'No export of T is from before 2026-03-01T05:00:00.000Z.',
    );
  });
});

describe('a note that nothing changed', () => {
  it('leads on to the next export, and has no file to be read', async () => {
    const summaries = {
      'exports/AWSDynamoDB/0123/manifest-summary.json': {
        tableArn: 'arn:aws:dynamodb:us-east-1:1:table/T',
        exportType: 'FULL_EXPORT',
        itemCount: 3,
        exportTime: '2026-03-01T06:31:00.000Z',
      },
      // As the state machine writes it: tests/infra/stacks/changes-export.test.ts.
      'exports/AWSDynamoDB/unchanged-records-run/manifest-summary.json': {
        tableArn: 'arn:aws:dynamodb:us-east-1:1:table/T',
        exportType: 'INCREMENTAL_EXPORT',
        itemCount: 0,
        exportFromTime: '2026-03-01T04:15:00.000Z',
        exportToTime: '2026-03-01T12:15:00.000Z',
      },
    };
    const s3 = {
      send: async (command: { input: { Key?: string } }) => {
        const { Key } = command.input;
        if (Key === undefined) return { Contents: Object.keys(summaries).map((key) => ({ Key: key })) };
        const summary = summaries[Key as keyof typeof summaries];
        if (!summary) throw Object.assign(new Error(`There is no ${Key}.`), { name: 'NoSuchKey' });
        return { Body: { transformToByteArray: async () => Buffer.from(JSON.stringify(summary)) } };
      },
    };
    const client = new S3Client({ region: 'us-east-1' });
    client.send = s3.send as never;
    const shelf = { s3: client, bucket: 'b', prefix: 'exports' };
    const chain = findExportsLeadingTo(day('01T12:15'), 'T', await listFinishedExports(shelf));
    expect(ids(chain)).toEqual(['0123', 'unchanged-records-run']);
    const read = [];
    for await (const changes of readExportedRecords(shelf, chain[1] as FinishedExport)) read.push(changes);
    expect(read).toEqual([]);
  });
});

describe('a fingerprint', () => {
  const print = (...contents: string[]) => {
    const summed = new HashSum();
    for (const content of contents) summed.add('student', content);
    return summed.read();
  };

  it('is the same in whatever order records come, and another for each that is changed, lacking or twice', () => {
    const before = print('a', 'b', 'c');
    expect(print('c', 'a', 'b')).toEqual(before);
    expect(describeDifferences(before, print('a', 'b', 'd'))).toEqual(['student: 3, but not the same ones']);
    expect(describeDifferences(before, print('a', 'b'))).toEqual(['student: 3 before, 2 after']);
    expect(describeDifferences(before, print('a', 'b', 'b'))).toEqual(['student: 3, but not the same ones']);
    expect(describeDifferences(before, {})).toEqual(['student: 3 before, 0 after']);
  });

  it('of a record knows its values and their types, and no order of attributes or of a set', () => {
    const same = canonicalText({
      a: { S: '1' },
      b: { SS: ['x', 'y'] },
      c: { M: { d: { N: '1.0' }, e: { L: [{ BOOL: true }] } } },
    });
    expect(
      canonicalText({ c: { M: { e: { L: [{ BOOL: true }] }, d: { N: '1' } } }, b: { SS: ['y', 'x'] }, a: { S: '1' } }),
    ).toBe(same);
    expect(canonicalText({ a: { N: '1' } })).not.toBe(canonicalText({ a: { S: '1' } }));
    expect(canonicalText({ a: { L: [{ S: 'x' }, { S: 'y' }] } })).not.toBe(
      canonicalText({ a: { L: [{ S: 'y' }, { S: 'x' }] } }),
    );
    expect(canonicalText({ a: { NULL: true } })).not.toBe(canonicalText({}));
    expect(canonicalText({ a: { B: Buffer.from([1, 2]) }, b: { BS: [Buffer.from([3]), Buffer.from([4])] } })).toBe(
      canonicalText({ b: { BS: [Uint8Array.of(4), Uint8Array.of(3)] }, a: { B: Uint8Array.of(1, 2) } }),
    );
    expect(canonicalText({ a: { B: Uint8Array.of(1, 2) } })).not.toBe(canonicalText({ a: { B: Uint8Array.of(2, 1) } }));
  });
});
