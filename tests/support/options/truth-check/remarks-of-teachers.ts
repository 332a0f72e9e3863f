import type { StudentToJudge } from '#shared/options/truth-check/improbable/class-to-judge.ts';

/** Picks one of a list. */
export type PickOne = <T>(from: readonly T[]) => T;

export const subjectsTaught = [
  { subjectId: 'MATH', title: 'Mathematics', topics: ['algebra', 'fractions', 'geometry', 'word problems'] },
  { subjectId: 'ENGL', title: 'English Language', topics: ['essay writing', 'grammar', 'spelling', 'reading aloud'] },
  { subjectId: 'SPAN', title: 'Spanish', topics: ['Spanish verbs', 'oral work', 'vocabulary', 'listening'] },
  { subjectId: 'PHYS', title: 'Physics', topics: ['circuits', 'mechanics', 'laboratory work', 'units'] },
  { subjectId: 'CHEM', title: 'Chemistry', topics: ['titrations', 'acids', 'laboratory reports', 'formulae'] },
  { subjectId: 'BIOL', title: 'Biology', topics: ['genetics', 'cells', 'labelled diagrams', 'field notes'] },
  { subjectId: 'GEOG', title: 'Geography', topics: ['maps', 'climate', 'fieldwork', 'case studies'] },
  { subjectId: 'HIST', title: 'History', topics: ['colonial times', 'sources', 'timelines', 'debates'] },
  { subjectId: 'ARTS', title: 'Visual Arts', topics: ['painting', 'sketching', 'the portfolio', 'colour'] },
  {
    subjectId: 'INFO',
    title: 'Information Technology',
    topics: ['spreadsheets', 'programming', 'the project', 'typing'],
  },
] as const;

export const firstNames = {
  female: 'Ana Grace Zoë Kavita Shanice Aaliyah Priya Mia Hope Tricia Reshma Joy Danielle Keisha Anjali Ruby'.split(
    ' ',
  ),
  male: 'Ben Mark Rajiv Kwame Dion Christian Miguel Omar Will Jaden Anil Marcus Tyrell Rohan Dean Elijah'.split(' '),
} as const;
export const lastNames =
  'Ali Joseph Mohammed Baptiste Singh Charles Ramkissoon Williams Alexander Persad Thomas Khan Pierre Garcia Lewis Maharaj'.split(
    ' ',
  );

type Of = Pick<StudentToJudge, 'firstName' | 'sex'>;

const words = ({ sex }: Of) =>
  sex === 'male' ? { he: 'he', He: 'He', his: 'his', him: 'him' } : { he: 'she', He: 'She', his: 'her', him: 'her' };

/** What a teacher writes about a student of that total; some name colleagues or neighbours, as teachers do. */
export function writeComment(
  student: Of,
  { total, topic, pick, neighbour }: { total: number | null; topic: string; pick: PickOne; neighbour: string },
): string {
  const { he, He, his, him } = words(student);
  const name = student.firstName;
  const openers =
    total === null
      ? [`${name} has not yet sat the paper.`, `The mark of ${name} is still to come.`]
      : total >= 80
        ? [
            `${name} has had an excellent term.`,
            `An outstanding result, ${name}.`,
            `${He} works with great care and accuracy.`,
            `Brilliant work throughout the term.`,
            `No weak area was seen this term.`,
          ]
        : total >= 40
          ? [
              `${name} works steadily.`,
              `A sound term for ${name}.`,
              `${He} takes part in every lesson.`,
              `Mark ${his} progress: it is real.`,
              `${name} sits well with ${neighbour} and both gain by it.`,
              `Good effort, though ${he} is at times easily distracted.`,
              `Hope is not enough, and ${he} knows it.`,
            ]
          : [
              `${name} found this term hard.`,
              `A poor result that ${he} can put right.`,
              `${He} needs help, and should see Mr. Joseph on Mondays.`,
              `Not yet the excellent work that ${he} is capable of.`,
              `The result is weak, but ${he} tries.`,
            ];
  const advice = [
    `Much attention should go to ${topic} next term.`,
    `${He} should practise ${topic} at home with ${his} notes.`,
    `Let ${him} revise ${topic} before the next paper.`,
    `I would like ${him} to ask more questions about ${topic}.`,
    `${He} enjoys ${topic} most of all.`,
    `With more practice in ${topic}, ${he} will go further.`,
    `${name} may borrow books on ${topic} from the library.`,
    `The homework on ${topic} was handed in on time.`,
  ];
  const close = ['', '', ' Well done!', ' Keep it up.', ' Ms Grace Ali will help.', ' Art thou ready?'];
  return `${pick(openers)} ${pick(advice)}${pick(close)}`;
}

export function writeRemark(student: Of, pick: PickOne): string {
  const { he, He, his } = words(student);
  const name = student.firstName;
  return [
    pick([
      `${name} is a pleasant member of the class.`,
      `${name} has settled well this term.`,
      `A polite and helpful student.`,
      `${He} is growing in confidence.`,
      `${name} is a quiet student with much to give.`,
      `A lively term for ${name}.`,
    ]),
    pick([
      `${He} must keep ${his} books in order.`,
      `Punctuality is the next thing to work at.`,
      `${He} gives ${his} time to others gladly.`,
      `We look forward to what ${he} does in May.`,
      `${His(his)} work in the house was noticed.`,
      `More reading at home would help.`,
      `${He} has ${his} mother’s patience: she should be proud, and ${he} and ${his} form know it.`,
    ]),
    pick([`Best wishes.`, `Keep going.`, `Well done.`, `I wish ${name} a good holiday.`, `Let us build on this.`]),
  ].join(' ');
}

const His = (his: string): string => his.charAt(0).toUpperCase() + his.slice(1);
