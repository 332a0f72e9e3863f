import { termRefusals } from '#shared/school/wordings.ts';
import { archived, changesClassByList, describePairs, in1A, in1B, noReport, type Pair, untouched } from './try-pair.ts';

const posted = 'Term 1, 2025-2026 was closed when its reports were posted by Ada Office';
const closed = 'Term 1, 2025-2026 was closed by Ada Office';
const justClosed = termRefusals.closedThisMoment;

/**
 * Posting and closing beside everything that moves a student. A class that changes before the term is closed is that of
 * the report, the marks and the card, in one class; one that changes after it counts from the next term. One that meets
 * the closing itself is refused, and nothing of it is done.
 */
const pairs: Pair[] = [
  {
    pair: 'posting × promotion',
    fact: 'the class that the card is printed in',
    one: (acts) => acts.post(),
    other: (acts) => acts.promote(),
    ends: [['done', 'done', `2A current, ${in1A}, takes 2A of T1, card 1A 61`]],
  },
  {
    pair: 'posting × class change',
    fact: 'the class that the card is printed in: one, whenever the student leaves it',
    one: (acts) => acts.post(),
    other: (acts) => acts.changeClass(),
    ends: [
      ['done', 'done', `1B current, ${in1A}, takes 1B, card 1A 61`],
      ['done', 'done', `1B current, ${in1B}, takes 1B, card 1B 61`],
      ['done', `409 ${justClosed}`, `${untouched}, card 1A 61`],
    ],
  },
  {
    pair: 'posting × a mark',
    fact: 'the mark on the card: an acknowledged one is on it',
    one: (acts) => acts.post(),
    other: (acts) => acts.mark('S01', 44),
    ends: [
      ['done', `423 ${posted}`, `${untouched}, card 1A 61`],
      ['done', 'done', '1A current, report 1A, list 1A, mark 44 1A, takes 1A of T1, card 1A 44'],
    ],
  },
  {
    pair: 'posting × archive',
    fact: 'whether the card is posted: it is, with the class of the term',
    one: (acts) => acts.post(),
    other: (acts) => acts.archive(),
    ends: [['done', 'done', `1A archived, ${in1A}, takes –, card 1A 61`]],
  },
  {
    pair: 'posting × restore',
    fact: 'the class of the report, its marks and its card',
    given: archived,
    one: (acts) => acts.post(),
    other: (acts) => acts.restore('S01', '1B'),
    ends: [
      ['done', 'done', `1B current, ${in1A}, takes –, card 1A 61`],
      ['done', 'done', `1B current, ${in1B}, takes –, card 1B 61`],
      ['done', `409 ${justClosed}`, `1A archived, ${in1A}, takes –, card 1A 61`],
    ],
  },
  {
    pair: 'posting × registration',
    fact: 'who has a report: who got one has a posted card, and after the closing nobody gets one',
    given: ({ unregistered }) => unregistered(),
    one: (acts) => acts.post(),
    other: (acts) => acts.register(),
    ends: [
      ['done', `423 ${posted}`, `1A current, ${noReport}, takes 1A of T1, card –`],
      ['done', 'done', '1A current, report 1A, list 1A, mark –, takes 1A of T1, card 1A –'],
    ],
  },
  {
    pair: 'posting × uploads',
    fact: 'the class of a class list, as with a change of class',
    one: (acts) => acts.post(),
    other: changesClassByList,
    ends: [
      ['done', 'done', `1B current, ${in1A}, takes 1B, card 1A 61`],
      ['done', 'done', `1B current, ${in1B}, takes 1B, card 1B 61`],
    ],
  },
  {
    pair: 'closing × class change',
    fact: 'the class of report and marks: both or neither',
    one: (acts) => acts.close(),
    other: (acts) => acts.changeClass(),
    ends: [
      ['done', 'done', `1B current, ${in1A}, takes 1B, card 1A 61 draft`],
      ['done', 'done', `1B current, ${in1B}, takes 1B, card 1B 61 draft`],
      ['done', `409 ${justClosed}`, `${untouched}, card 1A 61 draft`],
    ],
  },
  {
    pair: 'closing × archive',
    fact: 'the lists of the term, which it keeps',
    one: (acts) => acts.close(),
    other: (acts) => acts.archive(),
    ends: [['done', 'done', `1A archived, ${in1A}, takes –, card 1A 61 draft`]],
  },
  {
    pair: 'closing × restore',
    fact: 'the class of report and marks: both or neither',
    given: archived,
    one: (acts) => acts.close(),
    other: (acts) => acts.restore('S01', '1B'),
    ends: [
      ['done', 'done', `1B current, ${in1A}, takes –, card 1A 61 draft`],
      ['done', 'done', `1B current, ${in1B}, takes –, card 1B 61 draft`],
      ['done', `409 ${justClosed}`, `1A archived, ${in1A}, takes –, card 1A 61 draft`],
    ],
  },
  {
    pair: 'closing × registration',
    fact: 'who has a report: after the closing nobody gets one, and the registration says why',
    given: ({ unregistered }) => unregistered(),
    one: (acts) => acts.close(),
    other: (acts) => acts.register(),
    ends: [
      ['done', `423 ${closed}`, `1A current, ${noReport}, takes 1A of T1, card –`],
      ['done', 'done', '1A current, report 1A, list 1A, mark –, takes 1A of T1, card 1A – draft'],
    ],
  },
  {
    pair: 'closing × attendance',
    fact: 'the end of attendance: an entry is kept, or refused',
    one: (acts) => acts.closeAttendance(),
    other: (acts) => acts.attend(),
    ends: [
      ['done', '423 Attendance of Term 1, 2025-2026 was closed by Ada Office', `${untouched}, card 1A 61 draft`],
      ['done', 'done', `${untouched}, card 1A 61 draft, day A in 1A by Mona Núñez`],
    ],
  },
  {
    pair: 'closing × uploads',
    fact: 'the class of a class list, as with a change of class',
    one: (acts) => acts.close(),
    other: changesClassByList,
    ends: [
      ['done', 'done', `1B current, ${in1A}, takes 1B, card 1A 61 draft`],
      ['done', 'done', `1B current, ${in1B}, takes 1B, card 1B 61 draft`],
    ],
  },
];

describePairs(pairs);
