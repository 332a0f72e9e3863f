import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { rewritePdf } from '#functions/students/records/files/foreign-pdf/foreign-pdf.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { makeEncryptedPdf } from '../../support/files/hostile-pdfs.ts';

/** What a viewer that searches the bytes, packed or not, would find of actions. */
async function actionsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes);
  const text = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n');
  return [
    '/URI',
    '/GoToR',
    '/OpenAction',
    '/AA',
    '/Annots',
    '/AcroForm',
    '/XFA',
    '/JavaScript',
    '/EmbeddedFiles',
  ].filter((name) => text.includes(name));
}

async function withCatalog(change: (document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText('Birth certificate', { x: 20, y: 100 });
  change(document);
  return document.save({ useObjectStreams: false });
}
const action = (document: PDFDocument, dict: Record<string, string | PDFString>) =>
  document.context.register(document.context.obj({ Type: 'Action', ...dict }));

describe('a stored PDF', () => {
  const refusalOf = (bytes: Uint8Array) =>
    rewritePdf(bytes).then(
      () => undefined,
      (error: { fields: { file: string[] } }) => error.fields.file[0],
    );

  it.each<[string, (document: PDFDocument) => void]>([
    [
      'an address that is opened with the file, behind a reference',
      (document) =>
        document.catalog.set(
          PDFName.of('OpenAction'),
          action(document, { S: 'URI', URI: PDFString.of('https://forger.example') }),
        ),
    ],
    [
      'a jump to another file',
      (document) =>
        document.catalog.set(
          PDFName.of('OpenAction'),
          action(document, { S: 'GoToR', F: PDFString.of('\\\\forger.example\\share') }),
        ),
    ],
    [
      'an action of a page',
      (document) =>
        document
          .getPage(0)
          .node.set(
            PDFName.of('AA'),
            document.context.obj({ O: action(document, { S: 'URI', URI: PDFString.of('https://forger.example') }) }),
          ),
    ],
    [
      'a link',
      (document) =>
        document.getPage(0).node.set(
          PDFName.of('Annots'),
          document.context.obj([
            document.context.register(
              document.context.obj({
                ...{ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 300, 200] },
                A: action(document, { S: 'URI', URI: PDFString.of('https://forger.example') }),
              }),
            ),
          ]),
        ),
    ],
  ])('has its pages and nothing of %s', async (_what, change) => {
    const written = await rewritePdf(await withCatalog(change));
    expect(await actionsOf(written)).toEqual([]);
    const page = await (await getDocumentProxy(Uint8Array.from(written))).getPage(1);
    const { items } = await page.getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('Birth certificate');
  });

  it('has one object of those that were there twice under a number', async () => {
    const own = Buffer.from(await withCatalog(() => undefined));
    const at = own.indexOf('/Catalog');
    const number = own
      .subarray(0, at)
      .toString('latin1')
      .match(/(\d+) 0 obj(?![\s\S]*\d+ 0 obj)/)?.[1];
    const twice = Buffer.from(
      `${number} 0 obj\n<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(https://forger.example)>>>>\nendobj\n`,
    );
    const end = own.indexOf('xref\n');
    const written = await rewritePdf(Buffer.concat([own.subarray(0, end), twice, own.subarray(end)])).catch(() => null);
    if (written) expect(Buffer.from(written).toString('latin1')).not.toContain('forger');
  });

  it('keeps what was typed into a form as part of the page, and refuses a form that a program draws', async () => {
    const filled = await withCatalog((document) => {
      const field = document.getForm().createTextField('name');
      field.setText('Ana Maria');
      field.addToPage(document.getPage(0), { x: 20, y: 20, width: 200, height: 20 });
    });
    const written = await rewritePdf(filled);
    expect(await actionsOf(written)).toEqual([]);
    const page = await (await getDocumentProxy(Uint8Array.from(written))).getPage(1);
    const { items } = await page.getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join(' ')).toContain('Ana Maria');
    const drawn = await withCatalog((document) =>
      document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [], XFA: PDFString.of('<xdp/>') })),
    );
    expect(await refusalOf(drawn)).toBe(studentFileRefusals.formPdf);
  });

  it('is refused with a true sentence: notes over a page, too many pages, a password to open it', async () => {
    const noted = await withCatalog((document) =>
      document
        .getPage(0)
        .node.set(
          PDFName.of('Annots'),
          document.context.obj([document.context.obj({ Type: 'Annot', Subtype: 'FreeText', Rect: [0, 0, 9, 9] })]),
        ),
    );
    expect(await refusalOf(noted)).toBe(
      'The PDF is a form, or has notes laid over its pages, that cannot be kept as they look. Please print it to a new PDF and upload that one.',
    );
    const long = await withCatalog((document) => {
      for (let page = 0; page < 200; page += 1) document.addPage([30, 20]);
    });
    expect(await refusalOf(long)).toBe('The PDF has more than 200 pages. Please upload it in parts.');
    expect(await refusalOf(await makeEncryptedPdf('owner', 'user'))).toBe(studentFileRefusals.protectedPdf);
  });

  it('has no password where only its owner had one, as everybody can open that', async () => {
    const written = await rewritePdf(await makeEncryptedPdf('owner'));
    expect(Buffer.from(written).includes('/Encrypt')).toBe(false);
    expect((await getDocumentProxy(Uint8Array.from(written))).numPages).toBe(1);
  });
});
