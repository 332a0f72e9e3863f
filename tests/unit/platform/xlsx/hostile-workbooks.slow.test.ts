import { describe, expect, it } from 'vitest';
import { ValidationError } from '#functions/platform/errors.ts';
import type { ReadingLimits } from '#functions/platform/reading-thread.ts';
import { openInWorker } from '#functions/platform/xlsx/open-in-worker.ts';
import { openWorkbook } from '#functions/platform/xlsx/open-workbook.ts';
import {
  hostileWorkbooks,
  makeWorkbookWithPart,
  makeWorkbookWithSheetXml,
} from '../../../support/files/hostile-workbooks.ts';

const read = async (bytes: Uint8Array) => (await openWorkbook(bytes)).readSheet('S');

/** Reads a workbook in its thread, and says why it was refused. */
async function refusalOf(bytes: Uint8Array, limits: ReadingLimits): Promise<string | undefined> {
  const refusal = await readInWorker(bytes, limits).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ValidationError);
  return (refusal as ValidationError).fields.file?.[0];
}

async function readInWorker(bytes: Uint8Array, limits: ReadingLimits) {
  const workbook = await openInWorker(bytes, limits);
  return await workbook.readSheet('S').finally(workbook.close);
}

const tooMuch = /too much time or memory/;
const anHour = 3_600_000;

describe('an uploaded workbook', () => {
  it('is of 32 hostile kinds, or more', () => {
    expect(Object.keys(hostileWorkbooks).length).toBeGreaterThanOrEqual(32);
  });

  it.each(Object.entries(hostileWorkbooks))('is refused with a reason, within 50 MB: %s', async (_name, make) => {
    const reason = await refusalOf(make(), { milliseconds: anHour, megabytes: 50 });
    expect(reason).toMatch(/^.{10,120}\.$/);
    expect(reason).not.toMatch(tooMuch);
  });

  it('is refused where its thread has no memory left, and nothing but the thread ends', async () => {
    const cells = '<c><v>1</v></c>'.repeat(200);
    const large = makeWorkbookWithSheetXml(
      `<worksheet><sheetData>${`<row>${cells}</row>`.repeat(1000)}</sheetData></worksheet>`,
    );
    expect(await refusalOf(large, { milliseconds: anHour, megabytes: 8 })).toMatch(tooMuch);
    expect((await readInWorker(large, { milliseconds: anHour, megabytes: 256 }))?.rows.size).toBe(1000);
  });

  it('is refused where its time is over, also while the thread answers nothing', async () => {
    expect(await refusalOf(makeWorkbookWithSheetXml('<worksheet/>'), { milliseconds: 1, megabytes: 50 })).toMatch(
      tooMuch,
    );
  });

  it('is read at once whatever its number formats are, and an endless format is not one of a date', async () => {
    const formats = ['['.repeat(200_000), '"'.repeat(99_999), `${'_'.repeat(300)}d`, 'dd mmm'];
    const styles = `<styleSheet><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
      .join(
        '',
      )}</numFmts><cellXfs>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs></styleSheet>`;
    const cells = formats.map((_, index) => `<c s="${index}"><v>45000</v></c>`).join('');
    const sheet = await read(
      makeWorkbookWithPart('styles', styles, `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`),
    );
    expect([...(sheet?.rows.get(1)?.values() ?? [])].map(({ kind }) => kind)).toEqual([
      'number',
      'number',
      'number',
      'date',
    ]);
  });

  it('is read with the 65,000 styles that Excel takes', async () => {
    const styles = `<styleSheet><cellXfs>${'<xf numFmtId="14"/>'.repeat(65_000)}</cellXfs></styleSheet>`;
    const cell = '<worksheet><sheetData><row><c s="64999"><v>45000</v></c></row></sheetData></worksheet>';
    const sheet = await read(makeWorkbookWithPart('styles', styles, cell));
    expect(sheet?.rows.get(1)?.get(1)).toEqual({ kind: 'date', day: '2023-03-15' });
  });

  it('is read with empty rows, names in UTF-8, prefixes, rich text and cells without addresses', async () => {
    const sheet = await read(
      makeWorkbookWithSheetXml(
        '<x:worksheet xmlns:x="x"><x:sheetData><x:row r="2"/><x:row r="4"><x:c t="inlineStr"><x:is><x:r><x:t>Núñez </x:t></x:r><x:r><x:t>李</x:t></x:r></x:is></x:c><x:c><x:v>12</x:v></x:c><x:c><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      ),
    );
    expect([...(sheet?.rows ?? [])].map(([row, cells]) => [row, [...cells]])).toEqual([
      [
        4,
        [
          [1, { kind: 'text', value: 'Núñez 李' }],
          [2, { kind: 'number', value: 12 }],
          [3, { kind: 'number', value: 2, isFormula: true }],
        ],
      ],
    ]);
  });
});
