import { PdfDocument } from '../../../platform/pdf/document.ts';
import {
  type Block,
  decorateBlock,
  keepTogether,
  padBlock,
  tagBlock,
  verticalSpace,
} from '../../../platform/pdf/layout/block.ts';
import { contentWidth, flowSection } from '../../../platform/pdf/layout/flow.ts';
import { paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import { placeSideBySide, type StackedBlock, stackBlocks } from '../../../platform/pdf/layout/stack.ts';
import {
  drawFooter,
  letterheadBlock,
  printingDate,
  spaceAround,
} from '../../../term-reports/report-cards/print/school-paper.ts';
import { printColours, portraitSheet as sheet } from '../../../term-reports/report-cards/print/styles.ts';
import type { SchoolHead } from '../../../term-reports/report-cards/report-card.ts';
import type { PrintablePhoto } from '../../records/files/printable-photos.ts';
import type { FormFact, FormFacts } from './form-facts.ts';
import { type FormStyle, formStyle } from './form-style.ts';

export interface RegistrationForm extends FormFacts {
  photo?: PrintablePhoto | undefined;
}

const width = contentWidth(sheet);
/** Points: a passport photo, 35 by 45 mm. */
const photoSize = { width: 99, height: 128 };
const gap = 14;
/** Fields side by side. */
const factsPerRow = 3;
const factWidth = (width + gap) / factsPerRow - gap;
/** Points of a line to write on. */
const handwritingHeight = 15;

/** Prints forms into one PDF in the order given; each starts on a new page and has a bookmark. */
export function renderRegistrationForms({
  school,
  forms,
  printedAt,
  appendPages,
}: {
  school: SchoolHead;
  forms: readonly RegistrationForm[];
  printedAt: Date;
  /** Draws further pages after the forms. */
  appendPages?: (document: PdfDocument, style: FormStyle) => void;
}): Uint8Array {
  const [first] = forms;
  const whose = forms.length === 1 ? first?.name : first?.classId;
  const title = whose ? `Registration Form, ${whose}` : 'Registration Form';
  const document = new PdfDocument({ title, author: school.name, language: 'en', createdAt: printedAt });
  const style = formStyle(document);
  const left = `Printed ${printingDate(printedAt, school.timeZone)}`;
  for (const form of forms) {
    const again = stackBlocks([
      {
        block: paragraphBlock({
          text: `Registration Form, ${form.name ?? '____________________'}`,
          style: style.running,
          width,
        }),
      },
      { block: verticalSpace(6) },
    ]);
    flowSection({
      document,
      sheet,
      title: form.name ?? 'Registration Form',
      blocks: [formBlock(form, { school, style, document })],
      runningHead: again,
      drawFrame: (page, { number, pages }) =>
        drawFooter(page, { sheet, left, right: `Page ${number} of ${pages}`, style: style.footer }),
    });
  }
  appendPages?.(document, style);
  return document.finish();
}

interface FormDrawing {
  school: SchoolHead;
  style: FormStyle;
  document: PdfDocument;
}

function formBlock(form: RegistrationForm, { school, style, document }: FormDrawing): Block {
  return stackBlocks([
    { block: letterheadBlock(school, { style, width }) },
    { block: verticalSpace(8) },
    { block: headBlock(form, { style, document }) },
    ...form.groups.flatMap(({ title, facts }): StackedBlock[] => groupBlocks(title, facts, style)),
    { block: verticalSpace(22) },
    { block: signatureLines(style) },
  ]);
}

/** Title, name and class beside the photo. */
function headBlock(form: RegistrationForm, { style, document }: Omit<FormDrawing, 'school'>): Block {
  const beside = width - photoSize.width - gap;
  const facts = [form.studentId && `Student ID ${form.studentId}`, form.classId && `Class ${form.classId}`];
  const words = stackBlocks([
    { block: paragraphBlock({ text: 'Registration Form', style: style.title, width: beside, type: 'H1' }) },
    { block: verticalSpace(10) },
    ...(form.name === null
      ? []
      : [
          { block: paragraphBlock({ text: form.name, style: style.student, width: beside, type: 'H2' }) },
          {
            block: paragraphBlock({
              text: facts.filter(Boolean).join('   ·   '),
              style: style.note,
              width: beside,
              type: 'P',
            }),
          },
        ]),
  ]);
  return placeSideBySide([
    { x: 0, block: words },
    { x: width - photoSize.width, block: photoBox(form.photo, { style, document }) },
  ]);
}

/** The photo scaled to the box, or an empty box to paste one into. */
function photoBox(photo: PrintablePhoto | undefined, { style, document }: Omit<FormDrawing, 'school'>): Block {
  const text = photo === 'left out' ? 'Photo is kept\nin the school’s files' : 'Photo';
  const words = padBlock(paragraphBlock({ text, style: style.inBox, width: photoSize.width }), {
    top: photoSize.height / 2 - 12,
    bottom: 0,
    left: 0,
  });
  const printed = photo === undefined || photo === 'left out' ? undefined : document.image(photo);
  const box: Block = {
    height: photoSize.height,
    split: () => null,
    draw: (place) => {
      const { page, x, top } = place;
      if (printed) return page.image(printed, fitPhoto(printed, x, top));
      drawPhotoFrame(place);
      words.draw({ ...place, parent: null });
    },
  };
  return box;
}

function fitPhoto({ width: across, height: down }: { width: number; height: number }, x: number, y: number) {
  const scale = Math.min(photoSize.width / across, photoSize.height / down);
  const size = { width: across * scale, height: down * scale };
  // Aligned with the top right corner of the box.
  return { x: x + photoSize.width - size.width, y, ...size };
}

function drawPhotoFrame({ page, x, top }: Parameters<Block['draw']>[0]): void {
  const { width: across, height: down } = photoSize;
  const edge = { colour: printColours.hairline, thickness: 0.7 };
  for (const y of [top, top + down]) page.fill({ x, y, width: across, height: edge.thickness, colour: edge.colour });
  for (const at of [x, x + across])
    page.fill({ x: at, y: top, width: edge.thickness, height: down, colour: edge.colour });
}

/** A heading with its fields, three a row; long ones have a row of their own. */
function groupBlocks(title: string, facts: readonly FormFact[], style: FormStyle): StackedBlock[] {
  const rows: FormFact[][] = [];
  for (const fact of facts) {
    const open = rows.at(-1);
    const isRoom = open && open.length < factsPerRow && !fact.startsRow && fact.lines === 0 && open[0]?.lines === 0;
    if (isRoom) open.push(fact);
    else rows.push([fact]);
  }
  const heading = decorateBlock(
    padBlock(paragraphBlock({ text: title, style: style.heading, width, type: 'H3' }), spaceAround(12, 3)),
    ({ page, x, top }, height) =>
      page.fill({ x, y: top + height - 0.8, width, height: 0.8, colour: printColours.accent }),
  );
  return [{ block: heading, keepWithNext: true }, ...rows.map((row) => ({ block: factRow(row, style) }))];
}

const factRow = (row: readonly FormFact[], style: FormStyle): Block => {
  const [only] = row;
  if (only && only.lines > 0) return longFact(only, style);
  return keepTogether(
    placeSideBySide(row.map((fact, index) => ({ x: index * (factWidth + gap), block: shortFact(fact, style) }))),
  );
};

/** A small label with the value above a line, or the empty line. */
function shortFact(fact: FormFact, style: FormStyle): Block {
  const isAsked = fact.value === null && fact.isYesOrNo;
  const answer =
    fact.value === null && !isAsked
      ? verticalSpace(handwritingHeight)
      : paragraphBlock({
          text: isAsked ? 'Yes / No' : (fact.value ?? ''),
          style: isAsked ? style.asked : style.value,
          width: factWidth,
        });
  return underlined(labelledAnswer(fact, answer, { style, width: factWidth }), factWidth);
}

function longFact(fact: FormFact, style: FormStyle): Block {
  if (fact.value !== null) {
    return underlined(
      labelledAnswer(fact, paragraphBlock({ text: fact.value, style: style.long, width }), { style, width }),
      width,
    );
  }
  const first = underlined(labelledAnswer(fact, verticalSpace(handwritingHeight), { style, width }), width);
  const more = Array.from({ length: fact.lines - 1 }, () => ({
    block: underlined(verticalSpace(handwritingHeight), width),
  }));
  return keepTogether(stackBlocks([{ block: first }, ...more]));
}

const labelledAnswer = (
  { label }: FormFact,
  answer: Block,
  { style, width: across }: { style: FormStyle; width: number },
): Block =>
  padBlock(
    tagBlock(
      'P',
      stackBlocks([
        { block: paragraphBlock({ text: label, style: style.label, width: across }), keepWithNext: true },
        { block: answer },
      ]),
    ),
    spaceAround(4, 1),
  );

const underlined = (block: Block, across: number): Block =>
  decorateBlock(block, ({ page, x, top }, height) =>
    page.fill({ x, y: top + height - 0.5, width: across, height: 0.5, colour: printColours.hairline }),
  );

function signatureLines(style: FormStyle): Block {
  const lines = ['Parent or guardian', 'Date', 'For the school'].map((who, index) => ({
    x: index * (factWidth + gap),
    block: decorateBlock(
      padBlock(paragraphBlock({ text: who, style: style.label, width: factWidth, type: 'P' }), spaceAround(3, 0)),
      ({ page, x, top }) => page.fill({ x, y: top, width: factWidth, height: 0.6, colour: printColours.ink }),
    ),
  }));
  return keepTogether(padBlock(placeSideBySide(lines), spaceAround(26, 0)));
}
