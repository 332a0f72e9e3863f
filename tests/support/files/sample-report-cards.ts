import type { ReportCard, ReportCardSubject, SchoolHead } from '#functions/term-reports/report-cards/report-card.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';

export const sampleSchool: SchoolHead = {
  name: 'Northgate Secondary School',
  motto: 'Learn with joy, serve with honour',
  address: ['14 Cocoa Road', 'Northgate', 'Trinidad'],
  telephone: '868 555 0142',
  email: 'office@northgate.example',
  timeZone: 'America/Port_of_Spain',
};

const SUBJECTS = [
  ['English Language', 'Ms A. Joseph'],
  ['Mathematics', 'Mr D. Ramdass'],
  ['Integrated Science', 'Mrs P. Baptiste'],
  ['Spanish', 'Sra. L. Ibáñez'],
  ['French', 'Mme C. Lefèvre'],
  ['Geography', 'Mr K. Ottley'],
  ['History', 'Ms S. Mohammed'],
  ['Social Studies', 'Mrs R. Charles'],
  ['Information Technology', 'Mr N. Singh'],
  ['Visual Arts', 'Ms T. Douglas'],
  ['Music', 'Mr E. O’Connor'],
  ['Physical Education and Health', 'Mr J. Phillip'],
  ['Technical Drawing', 'Mr H. Ali'],
  ['Food and Nutrition', 'Mrs G. Williams'],
] as const;

const COMMENTS = [
  'A steady term. Homework is prompt and accurate.',
  'Works well in class but should revise fractions and ratio before the examination.',
  'Shows real curiosity and asks thoughtful questions; written answers need more detail and fuller sentences.',
  'Pleasing progress since last term.',
  'Must hand in assignments on time. Capable of a much better result with regular practice at home.',
  'Excellent work throughout the term, keep it up!',
  'Speaks confidently; spelling and accents still need attention. Read a little every day and learn ten new words a week.',
  'Good effort.',
] as const;

const NAMES = [
  'Joseph, Anika Simone',
  'Ali, Farid',
  'O’Brien-Ramkissoon, Séan Dārius',
  'Baptiste, Zoë',
  'Nguyễn, Thảo My',
  'Žižek, Łukasz',
  'Williams, Hasan Xavier',
] as const;

/** A whole number from 0 to below `limit` that depends on nothing but the seed. */
function pick(seed: number, limit: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % limit;
}

function subject(seed: number, [title, teacher]: (typeof SUBJECTS)[number]): ReportCardSubject {
  const course = 120 + pick(seed + 1, 181);
  const exam = 280 + pick(seed + 2, 421);
  const tenths = (value: number) => (value % 10 === 0 ? String(value / 10) : (value / 10).toFixed(1));
  return {
    id: title.slice(0, 4).toUpperCase(),
    title,
    teacher,
    course: tenths(course),
    exam: tenths(exam),
    total: ((course + exam) / 10).toFixed(1),
    timesLate: pick(seed + 3, 4),
    timesAbsent: pick(seed + 4, 6),
    application: 'ABCDE'.charAt(pick(seed + 5, 4)),
    conduct: 'ABCDE'.charAt(pick(seed + 6, 3)),
    comment: COMMENTS[pick(seed + 7, COMMENTS.length)] ?? null,
  };
}

/** An ordinary card of a weighted term: 12 to 14 subjects with ordinary comments. Equal numbers give equal cards. */
export function makeSampleReportCard(number: number): ReportCard {
  const seed = number * 1000;
  const subjects = SUBJECTS.slice(0, 12 + pick(seed, 3)).map((entry, i) => subject(seed + 10 * i, entry));
  const sum = subjects.reduce((total, { total: text }) => total + Number(text), 0);
  return {
    student: {
      id: String(20260001 + number),
      name: NAMES[number % NAMES.length] ?? '',
      classId: '3A',
      formLevel: 3,
      dateOfBirth: `2012-0${1 + pick(seed + 1, 9)}-1${pick(seed + 2, 10)}`,
      house: ['Ibis', 'Poui', 'Immortelle', 'Chaconia'][pick(seed + 3, 4)] ?? null,
    },
    period: {
      year: 2025,
      term: 3,
      termTitle: 'Term 3',
      termStart: '2026-04-13',
      termEnd: '2026-07-03',
      newTermBeginning: '2026-09-07',
    },
    attendance: { possible: 110, timesAbsent: pick(seed + 4, 9), timesLate: pick(seed + 5, 5) },
    maxima: { course: 30, exam: 70 },
    subjects,
    average: { text: (sum / subjects.length).toPrecision(3), entered: subjects.length, of: subjects.length },
    conduct: { authority: 'A', responsibility: 'B', cooperation: 'A' },
    coCurricular: ['Steel orchestra', 'Debating society', 'Cricket'],
    music: null,
    remarks: {
      formTeacher:
        'A pleasant and helpful member of the class who has settled well this term. More regular revision will bring the results that are clearly within reach.',
      dean: 'Keep up the good work. We look forward to an even stronger start in September.',
    },
    signatories: { formTeacher: 'Ms A. Joseph', dean: 'Mr K. Ottley', principal: 'Dr M. Seecharan' },
  };
}

export const makeSampleReportCards = (count: number): ReportCard[] =>
  Array.from({ length: count }, (_, i) => makeSampleReportCard(i));

/** Cards as they are printed while nothing is posted. */
export const toPrintableCards = (cards: readonly ReportCard[]) =>
  cards.map((card) => ({ card, layout: standardLayout }));
