import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { makePdf } from './sample-files.ts';

/** A whole PDF with one more object before its end, which a reader that scans the file comes by. */
export function makePdfWithObject(dict: string, stream?: Uint8Array): Buffer {
  const own = makePdf();
  const end = own.indexOf('xref\n');
  const body = stream ? [`<<${dict}/Length ${stream.length}>>\nstream\n`, stream, '\nendstream'] : [dict];
  const object = ['9 0 obj\n', ...body, '\nendobj\n'].map((part) => Buffer.from(part as string, 'latin1'));
  return Buffer.concat([own.subarray(0, end), ...object, own.subarray(end)]);
}

/** Blanks of an object stream without objects, as many megabytes as asked. */
const blanks = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, ' ');

/** 64 KB that unpack to 64 MB of an object stream. */
export const makePdfBomb = (): Buffer =>
  makePdfWithObject('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(blanks(64), { level: 9 }));

/** Real encryption of the library, by the owner's password alone or by one that opens the file. */
export async function makeEncryptedPdf(ownerPassword: string, userPassword?: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage().drawRectangle({ x: 50, y: 50, width: 100, height: 100 });
  document.encrypt({ ownerPassword, ...(userPassword === undefined ? {} : { userPassword }) });
  return Buffer.from(await document.save());
}

/** PDFs that ask for more than a reader has, by what they do. */
export const hostilePdfs: Record<string, () => Uint8Array> = {
  'unpacks to 64 MB': makePdfBomb,
  'names its type in escapes and unpacks to 64 MB': () =>
    makePdfWithObject('/Type/Obj#53tm/N 1/First 4/Filter/Fl#61teDecode', deflateSync(blanks(64), { level: 9 })),
  'is packed twice, to 4 GB': () => {
    const packed = deflateSync(blanks(64), { level: 9 });
    const twice = deflateSync(Buffer.concat(Array.from({ length: 64 }, () => packed)), { level: 9 });
    return makePdfWithObject('/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]', twice);
  },
  'has forty object streams of 1 MB': () => {
    const packed = deflateSync(blanks(1), { level: 9 });
    const one = makePdfWithObject('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', packed);
    const at = one.indexOf('9 0 obj');
    const object = one.subarray(at, one.indexOf('xref\n'));
    return Buffer.concat([one.subarray(0, at), ...Array.from({ length: 40 }, () => object), one.subarray(at)]);
  },
  'has a cross reference of a billion rows': () =>
    makePdfWithObject('/Type/XRef/Size 1000000000/W[1 1 1]/Root 1 0 R', new Uint8Array([1, 1, 1])),
};
