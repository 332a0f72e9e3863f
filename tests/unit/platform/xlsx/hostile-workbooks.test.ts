import { describe, expect, it } from 'vitest';
import { ValidationError } from '#functions/platform/errors.ts';
import { openWorkbook } from '#functions/platform/xlsx/open-workbook.ts';
import { hostileWorkbooks, workbookOf, workbookWith } from '../../../support/files/hostile-workbooks.ts';

const read = async (bytes: Uint8Array) => (await openWorkbook(bytes)).readSheet('S');

describe('an uploaded workbook', () => {
  it.each(Object.entries(hostileWorkbooks))('is refused with a reason: %s', async (_name, make) => {
    const refusal = await read(make()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ValidationError);
    expect((refusal as ValidationError).fields.file?.[0]).toMatch(/^.{10,120}\.$/);
  });

  it('is read at once whatever its number formats are, and a format without end is no date', async () => {
    const formats = ['['.repeat(200_000), '"'.repeat(99_999), `${'_'.repeat(300)}d`, 'dd mmm'];
    const styles = `<styleSheet><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
      .join(
        '',
      )}</numFmts><cellXfs>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs></styleSheet>`;
    const cells = formats.map((_, index) => `<c s="${index}"><v>45000</v></c>`).join('');
    const sheet = await read(
      workbookWith('styles', styles, `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`),
    );
    expect([...(sheet?.rows.get(1)?.values() ?? [])].map(({ kind }) => kind)).toEqual([
      'number',
      'number',
      'number',
      'date',
    ]);
  });

  it('is read with empty rows, names in UTF-8, prefixes, rich text and cells without addresses', async () => {
    const sheet = await read(
      workbookOf(
        '<x:worksheet xmlns:x="x"><x:sheetData><x:row r="2"/><x:row r="4"><x:c t="inlineStr"><x:is><x:r><x:t>Núñez </x:t></x:r><x:r><x:t>李</x:t></x:r></x:is></x:c><x:c><x:v>12</x:v></x:c><x:c><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      ),
    );
    expect([...(sheet?.rows ?? [])].map(([row, cells]) => [row, [...cells]])).toEqual([
      [
        4,
        [
          [1, { kind: 'text', value: 'Núñez 李' }],
          [2, { kind: 'number', value: 12 }],
          [3, { kind: 'formula' }],
        ],
      ],
    ]);
  });
});
