import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { rewritePdf } from '#functions/students/records/files/foreign-pdf/foreign-pdf.ts';
import { studentFileRefusals } from '#shared/students/wordings.ts';
import { makeEncryptedPdf } from '../../support/files/hostile-pdfs.ts';

/** What a viewer that searches the bytes, packed or not, would find of actions. */
async function actionsOf(bytes: Uint8Array): Promise<string[]> {
  const text = await textsOf(bytes);
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

/** All objects as text. */
const textsOf = async (bytes: Uint8Array): Promise<string> =>
  (await PDFDocument.load(bytes)).context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n');

async function textOfFirstPage(bytes: Uint8Array): Promise<string> {
  const page = await (await getDocumentProxy(Uint8Array.from(bytes))).getPage(1);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
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
                Type: 'Annot',
                Subtype: 'Link',
                Rect: [0, 0, 300, 200],
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
    const [, number, pages] =
      own.toString('latin1').match(/(\d+) 0 obj\s*<<\s*\/Type \/Catalog\s*\/Pages (\d+ 0 R)/) ?? [];
    expect(pages).toBeDefined();
    const twice = Buffer.from(
      `${number} 0 obj\n<</Type/Catalog/Pages ${pages}/OpenAction<</S/URI/URI(https://forger.example)>>>>\nendobj\n`,
    );
    const end = own.indexOf('xref\n');
    const written = await rewritePdf(Buffer.concat([own.subarray(0, end), twice, own.subarray(end)]));
    expect(await actionsOf(written)).toEqual([]);
    expect(await textsOf(written)).not.toContain('forger.example');
    expect(await textOfFirstPage(written)).toContain('Birth certificate');
  });

  it('asks for nothing of other files, and has no other picture of what it draws', async () => {
    const outside = PDFString.of('\\\\forger.example\\share\\other.pdf');
    const written = await rewritePdf(
      await withCatalog((document) => {
        const { context } = document;
        const drawn = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] };
        const others = {
          Drawn: context.stream('0 0 9 9 re f', { ...drawn, Ref: { F: outside, Page: 0 } }),
          Fetched: context.stream('', { ...drawn, F: outside }),
          Photo: context.stream('x', {
            Type: 'XObject',
            Subtype: 'Image',
            Width: 1,
            Height: 1,
            ColorSpace: 'DeviceGray',
            BitsPerComponent: 8,
            Alternates: [{ DefaultForPrinting: true }],
            OPI: { '2.0': { F: outside } },
          }),
        };
        for (const [name, stream] of Object.entries(others))
          document.getPage(0).node.setXObject(PDFName.of(name), context.register(stream));
      }),
    );
    const texts = await textsOf(written);
    expect(texts).not.toContain('forger.example');
    expect(texts).not.toContain('/Alternates');
    expect(await textOfFirstPage(written)).toContain('Birth certificate');
  });

  type Layers = { shown?: Record<string, unknown>; layer?: Record<string, unknown>; group?: Record<string, unknown> };
  const withLayers = ({ shown = {}, layer = {}, group }: Layers) =>
    withCatalog((document) => {
      const { context } = document;
      const ref = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Stamp'), ...layer } as never));
      const off = shown.OFF === true ? { OFF: [ref] } : {};
      document.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [ref], D: { ...shown, ...off } } as never));
      if (group) context.register(context.obj({ Type: 'OCMD', OCGs: [ref], ...group } as never));
    });

  it.each<[string, Layers]>([
    ['is hidden', { shown: { OFF: true } }],
    ['is hidden until somebody shows it', { shown: { BaseState: 'OFF' } }],
    ['is seen on paper alone', { layer: { Usage: { View: { ViewState: 'OFF' } } } }],
    ['is seen on screens alone', { layer: { Usage: { Print: { PrintState: 'OFF' } } } }],
    ['is seen while another is not', { group: { P: 'AllOff' } }],
  ])('is refused with a layer that %s', async (_how, layers) => {
    expect(await refusalOf(await withLayers(layers))).toBe(
      'The PDF has hidden layers, which would be seen afterwards. Please print it to a new PDF and upload that one.',
    );
  });

  it('keeps layers that are all seen', async () => {
    const written = await rewritePdf(await withLayers({ shown: { BaseState: 'ON' }, group: { P: 'AnyOn' } }));
    expect(await textOfFirstPage(written)).toContain('Birth certificate');
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
