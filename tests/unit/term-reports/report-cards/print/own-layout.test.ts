import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPageFitMeasurer } from '#functions/term-reports/report-cards/print/fit-card.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { type CardLayout, type LayoutBlock, subjectColumns } from '#shared/term-reports/layouts/card-layout.ts';
import { cardLayoutSchema } from '#shared/term-reports/layouts/card-layout-schema.ts';
import {
  inWordsLayout,
  shippedLayouts,
  standardLayout,
  twoPagesLayout,
} from '#shared/term-reports/layouts/shipped-layouts.ts';
import { elementsWithRole, type PrintedElement, readPrintedPdf } from '../../../../support/files/printed-pdf.ts';
import { makeSampleReportCard, sampleSchool } from '../../../../support/files/sample-report-cards.ts';
import { asRead, expectCleanPage, printedAt, rowsOf, squeezed } from './printed-card.ts';

async function printAs(layout: CardLayout, card: ReportCard) {
  const pdf = await readPrintedPdf(
    await renderReportCards({ school: sampleSchool, cards: [{ card, layout }], printedAt }),
  );
  const [section] = pdf.sections;
  if (!section) throw new Error('the card has no section');
  return { ...pdf, section, textsOf: (page: number) => pdf.pages[page]?.texts.map(({ text }) => text) ?? [] };
}

const withTable = (change: Partial<Extract<LayoutBlock, { block: 'subjects' }>>): CardLayout => ({
  ...standardLayout,
  front: standardLayout.front.map((row) =>
    row.map((block) => (block.block === 'subjects' ? { ...block, ...change } : block)),
  ),
});

const words = (length: number): string =>
  'Ana has worked with care; her answers are fuller than before, and she checks them. '.repeat(10).slice(0, length);

/** 14 subjects of 500 characters each, both remarks, and names that fill two lines. */
function fullCard(): ReportCard {
  const card = makeSampleReportCard(2);
  return {
    ...card,
    student: {
      ...card.student,
      name: 'Featherstonehaugh-Ramkissoon de la Cruz, Anne-Marie Élodie Séraphine Maximiliane',
    },
    subjects: Array.from({ length: 14 }, (_, i) => ({
      id: `S${i + 1}`,
      title: `Subject ${i + 1} of the Performing and Visual Arts`,
      course: '21',
      exam: '44.5',
      total: '65.5',
      timesLate: 1,
      timesAbsent: 2,
      application: 'E',
      conduct: 'D',
      comment: words(500),
      teacher: 'Mrs Wilhelmina Featherstonehaugh-Ramkissoon, Mr Maximilian Oyelaran-Castillo',
    })),
    music: { grade: 'E', application: 'D', conduct: 'D', timesAbsent: 2, timesLate: 0, comment: words(255) },
    remarks: { formTeacher: words(500), dean: words(500) },
  };
}

const textOf = ({ text, children }: PrintedElement): string => [text, ...children.map(textOf)].join(' ');

const expectAllText = (card: ReportCard, { section }: Awaited<ReturnType<typeof printAs>>) => {
  const printed = squeezed(textOf(section));
  for (const text of [
    ...card.subjects.map(({ comment }) => comment ?? ''),
    card.remarks.formTeacher ?? '',
    card.remarks.dean ?? '',
  ]) {
    expect(printed.includes(squeezed(text)), text).toBe(true);
  }
};

describe('a layout of the school', () => {
  it('has its columns in its order under its headings', async () => {
    const layout = withTable({
      teacherBelowTitle: false,
      columns: [
        { column: 'teacher', heading: 'Taught by' },
        { column: 'total', heading: 'Term mark' },
        { column: 'comment' },
        { column: 'course' },
      ],
    });
    const card = makeSampleReportCard(1);
    const [head, ...rows] = rowsOf((await printAs(layout, card)).section);
    expect(head).toEqual(['Subject', 'Taught by', 'Term mark %', 'Comment', 'Course of 30']);
    expect(rows).toEqual(
      card.subjects.map(({ title, teacher, total, comment, course }) =>
        [title, teacher, total, comment, course].map((text) => asRead(text ?? '')),
      ),
    );
  });

  it('has its subjects in groups, and loses none that no group names', async () => {
    const groups = [
      { heading: 'Languages', subjects: ['SPAN', 'LATI', 'ENGL'] },
      { heading: 'Sciences', subjects: ['CHEM'] },
    ];
    const card = makeSampleReportCard(1);
    const { section } = await printAs(withTable({ groups, teacherBelowTitle: false }), card);
    const titles = rowsOf(section)
      .slice(1)
      .map(([title]) => title);
    const others = card.subjects
      .map(({ title }) => title)
      .filter((title) => !['Spanish', 'English Language'].includes(title));
    expect(titles).toEqual(['Languages', 'Spanish', 'English Language', 'Other subjects', ...others]);
  });

  it('prints grades and marks in words, and words instead of marks as they are', async () => {
    const card = makeSampleReportCard(1);
    const marks = ['100.0', '80.0', '79.9', '50.0', '35.0', '34.9', '0.0', 'Abs', 'Ex', null];
    card.subjects = marks.map((total, i) => ({
      ...(card.subjects[i % card.subjects.length] as ReportCard['subjects'][number]),
      total,
      application: 'E',
      conduct: null,
    }));
    const { section } = await printAs(inWordsLayout, card);
    expect(
      rowsOf(section)
        .slice(1)
        .map((row) => row.slice(1, 5)),
    ).toEqual([
      ['100.0', 'Excellent', 'Urgent Intervention Needed', '–'],
      ['80.0', 'Excellent', 'Urgent Intervention Needed', '–'],
      ['79.9', 'Very good', 'Urgent Intervention Needed', '–'],
      ['50.0', 'Good', 'Urgent Intervention Needed', '–'],
      ['35.0', 'Fair', 'Urgent Intervention Needed', '–'],
      ['34.9', 'Needs support', 'Urgent Intervention Needed', '–'],
      ['0.0', 'Needs support', 'Urgent Intervention Needed', '–'],
      ['Abs', 'Abs', 'Urgent Intervention Needed', '–'],
      ['Ex', 'Ex', 'Urgent Intervention Needed', '–'],
      ['–', '–', 'Urgent Intervention Needed', '–'],
    ]);
    const texts = elementsWithRole([section], 'P').map(({ text }) => asRead(text));
    expect(texts).toContain('Authority Excellent');
    expect(texts).toContain('Responsibility Good');
    expect(texts.some((text) => text.startsWith('Results: Excellent from 80 %'))).toBe(true);
  });

  it('of two pages has the marks in front and remarks and signatures behind', async () => {
    const { pages, textsOf } = await printAs(twoPagesLayout, makeSampleReportCard(1));
    expect(pages).toHaveLength(2);
    expect(textsOf(0)).toContain('Mathematics');
    expect(textsOf(0)).not.toContain('Dean’s remarks');
    expect(textsOf(1)).toEqual(expect.arrayContaining(['Dean’s remarks', 'Parent or guardian', 'Page 2 of 2']));
    expect(textsOf(1)).toContain('New term begins on 07-Sep-2026.');
    expect(textsOf(1)).not.toContain('Mathematics');
  });

  it('is printed on its paper', async () => {
    const sizeAs = async (paper: 'A4' | 'Letter') => {
      const [page] = (await printAs({ ...standardLayout, paper }, makeSampleReportCard(1))).pages;
      return [Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)];
    };
    expect([await sizeAs('A4'), await sizeAs('Letter')]).toEqual([
      [595, 842],
      [612, 792],
    ]);
  });

  it('has words of the school below the signatures, and its title over the card', async () => {
    const text = 'Kept at the school for seven years.';
    const layout: CardLayout = {
      ...standardLayout,
      title: 'Progress card',
      front: [...standardLayout.front, [{ block: 'words', text }]],
    };
    const { pages, section } = await printAs(layout, makeSampleReportCard(1));
    const [page] = pages;
    const at = (wanted: string) => page?.texts.find((one) => one.text === wanted)?.y ?? 0;
    expect(at(text)).toBeGreaterThan(at('Parent or guardian'));
    expect(elementsWithRole([section], 'H1').map((one) => one.text)).toEqual(['Progress card: DRAFT, not posted']);
    for (const one of pages) expectCleanPage(one);
  });

  it.each(
    shippedLayouts.map((layout) => [layout.name, layout]),
  )('cuts no text of the fullest card and lays none over another: %s', async (_name, layout) => {
    const card = fullCard();
    const printed = await printAs(layout, card);
    expectAllText(card, printed);
    for (const page of printed.pages) expectCleanPage(page);
    expect(rowsOf(printed.section)).toHaveLength(15);
  });

  it.each(
    shippedLayouts.map((layout) => [layout.name, layout]),
  )('prints a student without subjects, remarks and names: %s', async (_name, layout) => {
    const { pages } = await printAs(layout, {
      ...makeSampleReportCard(1),
      subjects: [],
      remarks: { formTeacher: null, dean: null },
      coCurricular: [],
      average: { text: null, entered: 0, of: 0 },
      signatories: { formTeacher: null, dean: null, principal: null },
    });
    for (const page of pages) expectCleanPage(page);
    expect(pages).toHaveLength(layout.back ? 2 : 1);
  });

  const anyColumns = fc.shuffledSubarray([...subjectColumns], { minLength: 1 }).chain((columns) =>
    fc.tuple(
      ...columns.map((column) =>
        fc.record({
          column: fc.constant(column),
          heading: fc.option(fc.constantFrom('Mark', 'Remarks of the teacher', 'X'), { nil: undefined }),
        }),
      ),
    ),
  );
  const notes: LayoutBlock[] = [
    { block: 'music' },
    { block: 'activities' },
    { block: 'remarks', of: 'formTeacher' },
    { block: 'remarks', of: 'dean' },
    { block: 'legend' },
    { block: 'reopening' },
  ];
  const anyLayout = fc
    .record({
      columns: anyColumns,
      paper: fc.constantFrom('A4' as const, 'Letter' as const),
      head: fc.constantFrom('beside' as const, 'centred' as const),
      grades: fc.constantFrom('letters' as const, 'words' as const),
      notes: fc.shuffledSubarray(notes, { minLength: notes.length }),
      beside: fc.boolean(),
      hasBack: fc.boolean(),
    })
    .map(({ columns, notes: order, beside, hasBack, ...look }): CardLayout => {
      const rows = beside ? [order.slice(0, 2), order.slice(2, 4), order.slice(4)] : order.map((block) => [block]);
      const table: LayoutBlock = { block: 'subjects', columns, teacherBelowTitle: false, groups: null };
      const [student = [], figures = []] = standardLayout.front;
      const signed = standardLayout.front.at(-1) ?? [];
      const isInWords = columns.some(({ column }) => column === 'totalInWords');
      return {
        ...standardLayout,
        ...look,
        marksInWords: isInWords ? inWordsLayout.marksInWords : null,
        front: [student, figures, [table], ...(hasBack ? [] : [...rows, signed])],
        back: hasBack ? [...rows, signed] : null,
      };
    })
    .filter((layout) => cardLayoutSchema().safeParse(layout).success);

  it('cuts no text and lays none over another, whatever it is that the schema takes', async () => {
    const measure = createPageFitMeasurer(sampleSchool);
    await fc.assert(
      fc.asyncProperty(anyLayout, fc.integer({ min: 0, max: 6 }), fc.boolean(), async (layout, number, isFull) => {
        const card = isFull ? fullCard() : makeSampleReportCard(number);
        const printed = await printAs(layout, card);
        for (const page of printed.pages) expectCleanPage(page);
        const hasComments = layout.front
          .flat()
          .some((block) => block.block === 'subjects' && block.columns.some(({ column }) => column === 'comment'));
        if (hasComments) expectAllText(card, printed);
        expect(
          rowsOf(printed.section)
            .slice(1)
            .map(([title]) => title),
        ).toEqual(card.subjects.map(({ title }) => asRead(title)));
        const isOver = measure(card, layout) === 'over';
        expect(printed.pages.length > (layout.back ? 2 : 1)).toBe(isOver);
      }),
      { numRuns: 40 },
    );
  });
});
