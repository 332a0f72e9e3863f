/**
 * `npm run verify-card -- card.pdf`: checks the report cards of a PDF, or a credential (`.json`), by what the school
 * publishes: its keys, its status lists and what it has signed of its files. `--did did.json` takes the keys from a
 * file, `--address https://marks.example.edu` says whose the cards have to be, and `--offline` asks nobody. Exits 1 for
 * anything but a credential that is valid or the file that the school issued.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ReadingLimitError, type ReadingLimits, startReadingThread } from '#functions/platform/reading-thread.ts';
import {
  type DidDocument,
  didDocumentPath,
  didOf,
  statusListPath,
} from '#shared/options/signed-cards/card-credential.ts';
import { isIssuedFile } from '#shared/options/signed-cards/card-file.ts';
import { cardOfCredential, checkCard, type FetchedList } from '#shared/options/signed-cards/checking/check-card.ts';
import { checkDocument } from '#shared/options/signed-cards/checking/check-document.ts';
import type { CardOfPdf } from '#shared/options/signed-cards/checking/printed-card.ts';
import { type FileOfCard, judgeCard } from '#shared/options/signed-cards/checking/verdict.ts';
import { documentOfText, type SignedDocument } from '#shared/options/signed-cards/document-credential.ts';
import { verifyPath } from '#shared/options/signed-cards/page-path.ts';
import { digitsToBytes, displayCode, type SignedCard, unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { verifyPageWordings as texts, verificationWordings } from '#shared/options/signed-cards/wordings.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import type { PdfThreadResult } from './read-pdf.ts';

interface Options {
  /** The school's address; that of the credential where none is given. */
  address: string | undefined;
  /** A file of the school's keys. */
  did: string | undefined;
  isOffline: boolean;
  limits?: ReadingLimits;
}

/** The lines that are printed, and whether every card is valid. */
interface Report {
  lines: string[];
  isValid: boolean;
}

const failed = (...lines: string[]): Report => ({ lines, isValid: false });

/** Checks every card of a file. */
export async function verifyFile(file: string, options: Options): Promise<Report> {
  const bytes = new Uint8Array(await readFile(file));
  if (file.endsWith('.json')) return verifyCredential(new TextDecoder().decode(bytes), options);
  const cards = await readCards(bytes, options.limits ?? { milliseconds: 20_000, megabytes: 1024 });
  if ('problem' in cards) return failed(cards.problem);
  if (cards.found.length === 0) return failed(verificationWordings.noCodeInPdf);
  const reports: Report[] = [];
  for (const card of cards.found) reports.push(await verifyCardOfPdf(card, bytes, options));
  return { lines: reports.flatMap(({ lines }) => lines), isValid: reports.every(({ isValid }) => isValid) };
}

/** Reads a PDF in a thread that ends when its time or memory is used up. */
async function readCards(bytes: Uint8Array, limits: ReadingLimits): Promise<PdfThreadResult> {
  const thread = startReadingThread<PdfThreadResult>(new URL('./read-pdf.ts', import.meta.url), { bytes }, limits);
  try {
    return await thread.next();
  } catch (error) {
    return {
      problem: error instanceof ReadingLimitError ? verificationWordings.tooMuchPdf : verificationWordings.noPdf,
    };
  } finally {
    await thread.close();
  }
}

async function verifyCredential(credential: string, options: Options): Promise<Report> {
  const address = options.address ?? addressOf(credential);
  const of = address === null ? null : signedOf(credential, address);
  if (!of || address === null) return failed(verificationWordings.noCard);
  return report(of, { address, options, file: undefined });
}

async function verifyCardOfPdf(found: CardOfPdf, bytes: Uint8Array<ArrayBuffer>, options: Options): Promise<Report> {
  if ('scanned' in found) {
    const [at, content = ''] = found.scanned.split(`${verifyPath}#`);
    const packed = digitsToBytes(content);
    const card = packed && unpackCard(packed);
    if (!card) return failed(verificationWordings.noCard);
    if (options.address !== undefined && at !== options.address)
      return failed(verificationWordings.anotherSchool(URL.parse(at ?? '')?.host ?? ''));
    return report(card, { address: at ?? '', options, file: 'other' });
  }
  const { code, credential } = found;
  if (credential === null) return failed(verificationWordings.noCredentialInPdf(displayCode(code)));
  const address = options.address ?? addressOf(credential);
  const of = address === null ? null : signedOf(credential, address);
  if (!of || address === null || of.code !== code) return failed(verificationWordings.noCard);
  const did = await readDid(address, options);
  const stored = options.isOffline ? null : await fetchJson(`${address}${statusListPath}?code=${code}`);
  const issued = (stored as { files?: object[] } | null)?.files;
  const isIssued =
    did !== null && issued !== undefined && (await isIssuedFile(bytes, { code, issued }, { address, did }));
  return report(of, { address, options, file: issued === undefined ? 'unknown' : isIssued ? 'issued' : 'other' });
}

/** A card, or a document that was issued under a number. */
const signedOf = (credential: string, address: string): SignedCard | SignedDocument | null =>
  cardOfCredential(credential, address) ?? documentOfText(credential);

/** The first line says whose card it is: a school is its address, whatever name a card has. */
async function report(
  of: SignedCard | SignedDocument,
  { address, options, file }: { address: string; options: Options; file: FileOfCard | undefined },
): Promise<Report> {
  const did = await readDid(address, options);
  if (did?.id !== didOf(address)) return failed(`${new URL(address).host}: ${verificationWordings.noKeys}`);
  const readList = async (name: string): Promise<FetchedList | null> => {
    const list = options.isOffline ? null : await fetchJson(`${address}${statusListPath}/${name}`);
    return list && { credential: list, at: new Date() };
  };
  const school = { address, did };
  const checked = 'terms' in of ? await checkDocument(of, school, readList) : await checkCard(of, school, readList);
  const { head, text, tone } = judgeCard(checked, file);
  const { outcome } = checked;
  return {
    lines: [
      `${new URL(address).host} (${of.school}): ${of.initials}, ${of.classId}, ${titleOf(of)}, ${displayCode(of.code)}`,
      `  ${head} ${text}`,
      ...(options.address === undefined ? [`  ${texts.isItTheSchool(new URL(address).host)}`] : []),
      ...(outcome === 'not ours' ? [] : figureLines(of)),
    ],
    isValid: tone === 'good' || (file === undefined && outcome === 'valid'),
  };
}

const titleOf = (of: SignedCard | SignedDocument): string =>
  'terms' in of ? `${of.title} ${of.number}` : `${of.termTitle} ${academicYearTitle(of.year)}`;

const figureLines = (of: SignedCard | SignedDocument): string[] =>
  'terms' in of
    ? of.terms.flatMap(({ title, year, average, subjects }) => [
        `    ${title}, ${academicYearTitle(year)}, ${texts.labels.average}: ${average ?? '--'}`,
        ...subjects.map(
          (one) => `    ${one.title}: ${one.mark ?? '–'}${one.source === null ? '' : ` (${one.source})`}`,
        ),
      ])
    : [
        `    ${texts.labels.average}: ${of.average ?? '--'}`,
        ...of.subjects.map(({ title, total }) => `    ${title}: ${total ?? '–'}`),
      ];

/** The address that a credential itself names: who reads the result has to know it as the school's. */
function addressOf(credential: string): string | null {
  try {
    const host = decodeURIComponent(JSON.parse(credential).issuer.id.replace(/^did:web:/, ''));
    return `${/^localhost(:\d+)?$/.test(host) ? 'http' : 'https'}://${host}`;
  } catch {
    return null;
  }
}

async function readDid(address: string, { did, isOffline }: Options): Promise<DidDocument | null> {
  if (did !== undefined) return JSON.parse(await readFile(did, 'utf8')) as DidDocument;
  return isOffline ? null : ((await fetchJson(`${address}${didDocumentPath}`)) as DidDocument | null);
}

async function fetchJson(address: string): Promise<object | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(15_000) }).catch(() => null);
  return response?.ok ? ((await response.json()) as object) : null;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { did: { type: 'string' }, address: { type: 'string' }, offline: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (file === undefined) {
    process.stderr.write(
      'Name a PDF: npm run verify-card -- card.pdf [--did did.json] [--address https://…] [--offline]\n',
    );
    process.exit(2);
  }
  const { lines, isValid } = await verifyFile(file, {
    address: values.address,
    did: values.did,
    isOffline: values.offline,
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = isValid ? 0 : 1;
}
