import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { compareNames } from '#shared/people/shared-names.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { PdfDocument } from '../../../platform/pdf/document.ts';
import { paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import { A4_PORTRAIT, type Page } from '../../../platform/pdf/pdf-page.ts';
import type { StructureElement } from '../../../platform/pdf/structure.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { type PrintablePhoto, readPhotos } from '../../../students/records/files/printable-photos.ts';
import { listStudentsOfClass } from '../../../students/records/rosters/read-rosters.ts';
import { readStudents, studentName } from '../../../students/records/store.ts';
import { printColours } from '../../../term-reports/report-cards/print/styles.ts';
import { code128Bars, quietZone } from './code-128.ts';

/** Cards of current students; archived ones are left out, because stations refuse them. */
export const printAttendanceCards = callHandler(scanStationsContract.printAttendanceCards, {
  handle: async ({ input: { class_id, student_ids = '' }, request }) => {
    const found =
      class_id === undefined
        ? await readStudents([...new Set(student_ids.split(','))])
        : await listStudentsOfClass(class_id);
    const students = found.filter(({ status }) => status === 'current').sort(compareNames);
    if (students.length === 0) throw new NotFoundError(scanStationWordings.noCards);
    const photos = await readPhotos(students);
    const cards = students.map((student) => ({
      studentId: student.studentId,
      name: studentName(student, student.studentId),
      classId: student.classId,
      photo: photos.get(student.studentId),
    }));
    return renderAttendanceCards({ school: school(), cards, printedAt: request.now });
  },
});

/** The data of a card. */
export interface StudentCard {
  studentId: string;
  name: string;
  classId: string;
  photo: PrintablePhoto | undefined;
}

/** Points. A card is as large as a bank card (ISO/IEC 7810, ID-1: 85.6 by 54 mm), so that covers fit. */
const card = { width: 242.65, height: 153 };
const across = 2;
const down = 4;
const gap = { x: 20, y: 22 };
const margin = {
  x: (A4_PORTRAIT.width - across * card.width - (across - 1) * gap.x) / 2,
  y: (A4_PORTRAIT.height - down * card.height - (down - 1) * gap.y) / 2,
};
const band = 24;
const photoBox = { x: 10, y: band + 8, width: 58, height: 74 };
const code = { y: 112, height: 28 };
/** Width of a module: at least a quarter of a millimetre, which cheap scanners still read, and at most two thirds. */
const thinnest = 0.71;
const thickest = 1.9;

/** Prints cards eight on a page, in the order given. */
export function renderAttendanceCards({
  school,
  cards,
  printedAt,
}: {
  school: { name: string };
  cards: readonly StudentCard[];
  printedAt: Date;
}): Uint8Array {
  const document = new PdfDocument({
    title: 'Student Cards',
    author: school.name,
    language: 'en',
    createdAt: printedAt,
  });
  const style = cardStyle(document);
  const section = document.openSection('Student Cards');
  const ofPage = across * down;
  let page: Page | undefined;
  for (const [index, one] of cards.entries()) {
    const place = index % ofPage;
    if (place === 0 || !page) page = document.addPage(A4_PORTRAIT);
    const x = margin.x + (place % across) * (card.width + gap.x);
    const y = margin.y + Math.floor(place / across) * (card.height + gap.y);
    drawCard(one, { page, x, y, style, school, document, section });
  }
  document.closeSection();
  return document.finish();
}

interface Drawing {
  page: Page;
  x: number;
  y: number;
  style: CardStyle;
  school: { name: string };
  document: PdfDocument;
  section: StructureElement;
}

function drawCard({ studentId, name, classId, photo }: StudentCard, drawing: Drawing): void {
  const { page, x, y, style, school, document, section } = drawing;
  page.fill({ x, y, width: card.width, height: band, colour: printColours.accent });
  edges(page, { x, y, ...card });
  const words = (
    text: string,
    style: Parameters<typeof paragraphBlock>[0]['style'],
    at: { x: number; y: number; width: number },
  ) => {
    const block = paragraphBlock({ text, style, width: at.width, type: 'P' });
    block.draw({ page, x: x + at.x, top: y + at.y, parent: section });
    return block.height;
  };
  words(school.name, style.school, { x: 10, y: 5, width: card.width - 20 });
  drawPhoto(photo, { page, x: x + photoBox.x, y: y + photoBox.y, style, document });
  const beside = { x: photoBox.x + photoBox.width + 12, width: card.width - photoBox.width - photoBox.x - 22 };
  const height = words(name, style.name, { ...beside, y: photoBox.y });
  words(classId, style.facts, { ...beside, y: photoBox.y + height + 3 });
  words(studentId, style.facts, { ...beside, y: photoBox.y + height + 17 });
  drawCode(studentId, { page, x, y });
}

function drawPhoto(
  photo: PrintablePhoto | undefined,
  { page, x, y, style, document }: Pick<Drawing, 'page' | 'x' | 'y' | 'style' | 'document'>,
): void {
  const { width, height } = photoBox;
  if (photo !== undefined && photo !== 'left out') {
    const image = document.image(photo);
    const scale = Math.min(width / image.width, height / image.height);
    const size = { width: image.width * scale, height: image.height * scale };
    page.image(image, { x: x + (width - size.width) / 2, y: y + (height - size.height) / 2, ...size });
    return;
  }
  edges(page, { x, y, width, height });
  paragraphBlock({ text: 'Photo', style: style.inBox, width }).draw({ page, x, top: y + height / 2 - 6, parent: null });
}

/**
 * Draws the id as a barcode, centred in the lower part. An id that is too long for scanners has none; it is printed as
 * text too.
 */
function drawCode(studentId: string, { page, x, y }: Pick<Drawing, 'page' | 'x' | 'y'>): void {
  const { bars, width } = code128Bars(studentId);
  const unit = Math.min(thickest, card.width / (width + 2 * quietZone));
  if (unit < thinnest) return;
  const from = x + (card.width - width * unit) / 2;
  for (const bar of bars)
    page.fill({
      x: from + bar.at * unit,
      y: y + code.y,
      width: bar.width * unit,
      height: code.height,
      colour: '#000000',
    });
}

/** Draws a thin line around, for cutting. */
function edges(page: Page, { x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
  const line = { colour: printColours.hairline, thickness: 0.6 };
  for (const at of [y, y + height]) page.fill({ x, y: at, width, height: line.thickness, colour: line.colour });
  for (const at of [x, x + width]) page.fill({ x: at, y, width: line.thickness, height, colour: line.colour });
}

/** Sizes in points. */
function cardStyle(document: PdfDocument) {
  const [text, strong, display] = [document.font('text'), document.font('strong'), document.font('display')];
  return {
    school: { font: display, size: 10.5, colour: '#ffffff', leading: 13, smallest: 7, maxLines: 1 },
    name: { font: strong, size: 13.5, colour: printColours.ink, leading: 16, smallest: 8, maxLines: 3 },
    facts: { font: text, size: 10, colour: printColours.ink, leading: 13, smallest: 7, maxLines: 1 },
    inBox: { font: text, size: 8, colour: printColours.muted, leading: 11, align: 'centre' },
  } as const;
}

type CardStyle = ReturnType<typeof cardStyle>;
