import { describe, expect, it } from 'vitest';
import { renderMinutes } from '#functions/options/sign-off/council/minutes.ts';
import type { ClassCouncil, CouncilStudent } from '#shared/options/sign-off/council/calls.ts';
import { elementsWithRole, readPrintedPdf } from '../../../../support/files/printed-pdf.ts';
import { sampleSchool } from '../../../../support/files/sample-report-cards.ts';

const student = (change: Partial<CouncilStudent> = {}): CouncilStudent => ({
  student_id: 'S1',
  name: 'Joseph, Andrea',
  picture: null,
  registered: true,
  average: '65.0',
  entered: 2,
  of: 2,
  rank: 1,
  times_absent: 4,
  times_late: null,
  auth: null,
  resp: null,
  coop: null,
  comments: null,
  dcomments: null,
  cocurricular: null,
  before: null,
  subjects: [],
  note: null,
  decision: null,
  decided: null,
  proposal: null,
  ...change,
});

const council = (change: Partial<ClassCouncil> = {}): ClassCouncil => ({
  class_id: '3A',
  form_level: 3,
  year: 2025,
  term: 3,
  term_before: { year: 2025, term: 2 },
  sessions: 120,
  sessions_before: 118,
  meeting: { held_on: null, present: null, others: null, remarks: null },
  teachers: [],
  plan: null,
  students: [student()],
  ...change,
});

const print = async (change: Partial<ClassCouncil> = {}) => {
  const bytes = renderMinutes({
    school: { ...sampleSchool, terms: [{ id: 3, title: 'Term 3' }] },
    council: council(change),
    printedAt: new Date('2026-06-12T15:00:00.000Z'),
  });
  return { bytes, printed: await readPrintedPdf(bytes) };
};
const textOf = ({ sections }: Awaited<ReturnType<typeof readPrintedPdf>>) =>
  elementsWithRole(sections, 'P')
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
const rowsOf = ({ sections }: Awaited<ReturnType<typeof readPrintedPdf>>) =>
  elementsWithRole(sections, 'TR').map(({ children }) => children.map(({ text }) => text.replaceAll(/\s+/g, ' ')));

/** As long as the program takes it. */
const longestName = `${'Wilhelmina-'.repeat(5)}Wwwww, ${'Maximiliana-'.repeat(4)}Mmmmm`;

describe('the minutes of a class council', () => {
  it('say when it was, who was there, and what was decided of whom and by whom', async () => {
    const { printed } = await print({
      meeting: {
        held_on: '2026-06-12',
        present: 'Dana Dean\nAnn Lee',
        others: 'Mr. Ali, guidance officer',
        remarks: 'A lively class.',
      },
      students: [
        student({
          note: 'Invite the parents.',
          before: {
            class_id: '3A',
            average: '70.0',
            times_absent: 2,
            times_late: 1,
            auth: null,
            resp: null,
            coop: null,
          },
          decision: '3A',
          decided: { from_class: '3A', by: 'Dana Dean', at: '2026-06-12T15:00:00.000Z' },
        }),
        student({ student_id: 'S4', name: 'Lall, Leo', left: '2026-05-08', rank: null, times_absent: null }),
      ],
    });
    expect(printed).toMatchObject({ isTagged: true, language: 'en', bookmarks: ['Class Council 3A'] });
    expect(elementsWithRole(printed.sections, 'H1').map(({ text }) => text)).toEqual(['Class Council 3A']);
    const text = textOf(printed);
    expect(text).toContain('Held on 12-Jun-2026');
    expect(text).toContain('Present Dana Dean, Ann Lee');
    expect(text).toContain('Others present Mr. Ali, guidance officer');
    expect(text).toContain('Students 2 students, 1 of whom left in the term. 1 note, 1 decision.');
    expect(text).toContain('About the class A lively class.');
    expect(rowsOf(printed)).toEqual([
      ['Student', 'Average %', 'Term before', 'Place', 'Absent', 'Coming year', 'Note'],
      ['Joseph, Andrea', '65.0', '70.0', '1', '4', 'Repeats 3A Dana Dean 12-Jun-2026', 'Invite the parents.'],
      ['Lall, Leo left 08-May-2026', '65.0', '', '', '', '', ''],
    ]);
  });

  it('say what nobody typed', async () => {
    const { printed } = await print();
    expect(textOf(printed)).toContain('Held on Not said');
    expect(textOf(printed)).toContain('Present Not said');
    expect(textOf(printed)).not.toContain('About the class');
  });

  it('tell two of one name apart, and say of a decision that it was made in another class', async () => {
    const { printed } = await print({
      students: [
        student({ decision: 'Leaves', decided: { from_class: '3B', by: 'Dana Dean', at: '2026-06-12T15:00:00.000Z' } }),
        student({ student_id: 'S2' }),
      ],
    });
    expect(
      rowsOf(printed)
        .slice(1)
        .map(([name, , , , , decision]) => [name, decision]),
    ).toEqual([
      ['Joseph, Andrea (S1)', 'Leaves, decided in 3B Dana Dean 12-Jun-2026'],
      ['Joseph, Andrea (S2)', ''],
    ]);
  });

  it('print an empty class, and the longest texts of forty students whole', async () => {
    expect(textOf((await print({ students: [] })).printed)).toContain('Nobody is in this class in this term.');
    const note = `Begin ${'wwww mmmm '.repeat(48)}end.`;
    const { printed } = await print({
      meeting: { held_on: '2026-06-12', present: 'Ann Lee', others: null, remarks: `Begin ${'word '.repeat(395)}end.` },
      students: Array.from({ length: 40 }, (_, index) =>
        student({ student_id: `S${index}`, name: `${longestName} ${index}`, note }),
      ),
    });
    const rows = rowsOf(printed).slice(1);
    expect(rows).toHaveLength(40);
    expect(rows.every((cells) => cells[6]?.endsWith('end.'))).toBe(true);
    expect(printed.pages.length).toBeGreaterThan(5);
    for (const { texts, width } of printed.pages) {
      expect(Math.max(...texts.map((one) => one.x + one.width))).toBeLessThanOrEqual(width - 30);
    }
  });
});
