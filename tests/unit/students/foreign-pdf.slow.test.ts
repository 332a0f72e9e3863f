import { describe, expect, it } from 'vitest';
import { countPrintablePages, rewritePdf } from '#functions/students/records/files/foreign-pdf/foreign-pdf.ts';
import { attachmentWordings, studentFileRefusals } from '#shared/students/wordings.ts';
import { hostilePdfs, makeEncryptedPdf, makePdfBomb, makePdfWithObject } from '../../support/files/hostile-pdfs.ts';
import { makePdf } from '../../support/files/sample-files.ts';

const refusalOf = (bytes: Uint8Array, limits?: Parameters<typeof rewritePdf>[1]) =>
  rewritePdf(bytes, limits).then(
    () => undefined,
    (error: { fields: { file: string[] } }) => error.fields.file[0],
  );
const tooMuch = studentFileRefusals.tooMuchPdf;
const active = studentFileRefusals.activePdf;

describe('an uploaded PDF', () => {
  it.each(Object.entries(hostilePdfs))('is refused where it %s', async (_what, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(200_000);
    expect(await refusalOf(bytes)).toBe(tooMuch);
  });

  it('is refused with little memory and time where it unpacks to 64 MB', async () => {
    const bytes = makePdfBomb();
    let largest = 0;
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => {
      largest = Math.max(largest, process.memoryUsage.rss() - before);
    }, 5);
    await refusalOf(bytes);
    clearInterval(watch);
    expect(largest).toBeLessThan(250 * 1024 * 1024);
  });

  it('is refused when its time is exceeded, without blocking others', async () => {
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    const make = hostilePdfs['has a cross reference of a billion rows'];
    expect(await refusalOf(make?.() ?? makePdf(), { milliseconds: 1000, megabytes: 4000 })).toBe(tooMuch);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(100);
  });

  it('is accepted with a hundred and fifty thousand objects', async () => {
    const own = makePdf();
    const end = own.indexOf('xref\n');
    const many = Array.from({ length: 150_000 }, (_, index) => `${index + 10} 0 obj\n1\nendobj\n`).join('');
    const bytes = Buffer.concat([own.subarray(0, end), Buffer.from(many), own.subarray(end)]);
    expect(await refusalOf(bytes)).toBeUndefined();
  });

  it.each([
    ['a script', '<</S/JavaScript/JS(app.alert(1))>>'],
    ['a script under an escaped name', '<</S/J#61vaScript/#4aS(app.alert(1))>>'],
    ['a script in an object that is not closed', '<</S/JavaScript/JS(app.alert(1)) /X <</Y '],
    ['a program to start', '<</S/Launch/F(cmd.exe)>>'],
  ])('is refused with %s', async (_what, object) => {
    expect(await refusalOf(makePdfWithObject(object))).toBe(active);
  });

  it('is refused with an embedded file', async () => {
    expect(await refusalOf(makePdfWithObject('/Type/EmbeddedFile', new Uint8Array(3)))).toBe(active);
  });

  it('is not printed with a password, nor where it unpacks to too much', async () => {
    expect(await countPrintablePages(await makeEncryptedPdf('a', 'b'))).toBe(attachmentWordings.protectedPdf);
    expect(await countPrintablePages(makePdfBomb())).toBe(attachmentWordings.tooMuch);
    expect(await countPrintablePages(makePdf())).toBe(1);
  });
});
