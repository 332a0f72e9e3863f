import { lessonRefusals } from '#shared/people/wordings.ts';
import {
  archived,
  card1A,
  card1B,
  changesClassByList,
  describePairs,
  in1A,
  in1B,
  noReport,
  type Pair,
} from './try-pair.ts';

const isArchived = '409 Pupil S01 Lastname S01 is in the archive already, with 10-Dec-2025 as the date of leaving.';
const notArchived = (classId: string) =>
  `409 Pupil S01 Lastname S01 is not in the archive: the student is in ${classId} already.`;
const wrongNumber = (count: number) =>
  `409 The current term is Term 1: the year is not over. Type ${count}, the number of students, to promote all the same.`;
const leavesRepeated =
  'done; {"student_id":"S01","name":"Lastname S01, Pupil S01","reason":"Left the school before the promotion reached this student."}';

/**
 * What places a student, beside each other: report, marks and lists are in one class, and each of two sees what the
 * other did.
 */
const pairs: Pair[] = [
  {
    pair: 'promotion × class change',
    fact: 'the class of today: the later one uses the new class, or is refused',
    one: (acts) => acts.promote(),
    other: (acts) => acts.changeClass(),
    ends: [
      ['done', '409 This has been changed since you', `2A current, ${in1A}, takes 2A of T1, ${card1A}`],
      ['done', 'done', `2B current, ${in1B}, takes 2B, ${card1B}`],
    ],
  },
  {
    pair: 'promotion × archive',
    fact: 'whether the student is promoted; the number that was typed no longer holds',
    one: (acts) => acts.promote(),
    other: (acts) => acts.archive(),
    ends: [
      ['done', 'done', `2A archived, ${in1A}, takes –, ${card1A}`],
      [wrongNumber(14), 'done', `1A archived, ${in1A}, takes –, ${card1A}`],
      [leavesRepeated, 'done', `1A archived, ${in1A}, takes –, ${card1A}`],
    ],
  },
  {
    pair: 'promotion × restore',
    fact: 'whether the student is promoted: who comes back later is not',
    given: archived,
    one: (acts) => acts.promote(14),
    other: (acts) => acts.restore('S01', '1B'),
    ends: [
      ['done', 'done', `1B current, ${in1B}, takes –, ${card1B}`],
      [wrongNumber(15), 'done', `1B current, ${in1B}, takes –, ${card1B}`],
    ],
  },
  {
    pair: 'promotion × hand-over',
    fact: 'the teacher of the subject: of the class that is left, as long as it is not left',
    one: (acts) => acts.promote(),
    other: (acts) => acts.handOver(),
    ends: [
      ['done', 'done', `2A current, ${in1A}, takes 2A of T1, ${card1A}`],
      ['done', 'done', `2A current, ${in1A}, takes 2A of T2, ${card1A}`],
    ],
  },
  {
    pair: 'promotion × registration',
    fact: 'the class of the report: never the next year’s',
    given: ({ unregistered }) => unregistered(),
    one: (acts) => acts.promote(),
    other: (acts) => acts.register(),
    ends: [
      ['done', 'done', `2A current, ${noReport}, takes 2A of T1, card –`],
      ['done', 'done', '2A current, report 1A, list 1A, mark –, takes 2A of T1, card 1A – draft'],
    ],
  },
  {
    pair: 'promotion × uploads',
    fact: 'the class of today: the row reports a class that was changed meanwhile',
    one: (acts) => acts.promote(),
    other: changesClassByList,
    ends: [
      ['done', 'done; Somebody has changed Class: it is “2A” now.', `2A current, ${in1A}, takes 2A of T1, ${card1A}`],
      ['done', 'done', `2B current, ${in1B}, takes 2B, ${card1B}`],
      ['done', 'done; The class has been changed.', `2A current, ${in1A}, takes 2A of T1, ${card1A}`],
    ],
  },
  {
    pair: 'class change × archive',
    fact: 'the class of an archived student, and the lists of the term',
    one: (acts) => acts.changeClass(),
    other: (acts) => acts.archive(),
    ends: [
      ['done', 'done', `1B archived, ${in1B}, takes –, ${card1B}`],
      ['409 Somebody is changing this student just now', 'done', `1A archived, ${in1A}, takes –, ${card1A}`],
      ['404 There is no such student at the school.', 'done', `1A archived, ${in1A}, takes –, ${card1A}`],
    ],
  },
  {
    pair: 'class change × restore',
    fact: 'the class of today: nobody is moved out of the archive by a change of class',
    given: archived,
    one: (acts) => acts.changeClass(),
    other: (acts) => acts.restore('S01', '1B'),
    ends: [
      ['404 There is no such student at the school.', 'done', `1B current, ${in1B}, takes –, ${card1B}`],
      ['done', 'done', `1B current, ${in1B}, takes –, ${card1B}`],
    ],
  },
  {
    pair: 'class change × hand-over',
    fact: 'the teacher of the subject: the new one where he teaches the new class as well, else nobody',
    one: (acts) => acts.changeClass(),
    other: (acts) => acts.handOver('T2'),
    ends: [
      ['done', 'done', `1B current, ${in1B}, takes 1B, ${card1B}`],
      ['done', 'done', `1B current, ${in1B}, takes 1B of T2, ${card1B}`],
    ],
  },
  {
    pair: 'class change × registration',
    fact: 'the class of the report: that of the student, or none while the class that registers is left',
    given: ({ unregistered }) => unregistered(),
    one: (acts) => acts.changeClass(),
    other: (acts) => acts.register('1A'),
    ends: [
      ['done', 'done', `1B current, ${noReport}, takes 1B, card –`],
      ['done', 'done', '1B current, report 1B, list 1B, mark –, takes 1B, card 1B – draft'],
    ],
  },
  {
    pair: 'class change × uploads',
    fact: 'the class of today: the second sees the first one’s',
    one: (acts) => acts.changeClass(),
    other: (acts) => acts.uploadChange('S01', { class_id: '1A' }, { class_id: '2B' }),
    ends: [
      ['done', 'done; Somebody has changed Class: it is “1B” now.', `1B current, ${in1B}, takes 1B, ${card1B}`],
      [
        '409 This has been changed since you',
        'done',
        '2B current, report 2B, list 2B, mark 61 2B, takes 2B, card 2B 61 draft',
      ],
      ['done', 'done; The class has been changed.', `1B current, ${in1B}, takes 1B, ${card1B}`],
    ],
  },
  {
    pair: 'archive × archive',
    fact: 'the archive: the second sees who is there already, and since when',
    one: (acts) => acts.archive(),
    other: (acts) => acts.archive(),
    ends: [
      ['done', isArchived, `1A archived, ${in1A}, takes –, ${card1A}`],
      [isArchived, 'done', `1A archived, ${in1A}, takes –, ${card1A}`],
    ],
  },
  {
    pair: 'archive × restore',
    fact: 'the archive: a restoring that comes too early is refused',
    one: (acts) => acts.archive(),
    other: (acts) => acts.restore('S01', '1B'),
    ends: [
      ['done', 'done', `1B current, ${in1B}, takes –, ${card1B}`],
      ['done', notArchived('1A'), `1A archived, ${in1A}, takes –, ${card1A}`],
    ],
  },
  {
    pair: 'archive × hand-over',
    fact: 'what the student takes: nothing once archived, with any teacher',
    one: (acts) => acts.archive(),
    other: (acts) => acts.handOver(),
    ends: [['done', 'done', `1A archived, ${in1A}, takes –, ${card1A}`]],
  },
  {
    pair: 'archive × registration',
    fact: 'whether there is a report: nobody of the archive gets one, and one that is there stays',
    given: ({ unregistered }) => unregistered(),
    one: (acts) => acts.archive(),
    other: (acts) => acts.register(),
    ends: [
      ['done', 'done', `1A archived, ${noReport}, takes –, card –`],
      ['done', 'done', '1A archived, report 1A, list 1A, mark –, takes –, card 1A – draft'],
    ],
  },
  {
    pair: 'archive × uploads',
    fact: 'the row of a student who is archived meanwhile',
    one: (acts) => acts.archive(),
    other: changesClassByList,
    ends: [
      ['done', 'done; Same Student ID as Pupil S01 Lastname S01, archived', `1A archived, ${in1A}, takes –, ${card1A}`],
      ['done', 'done', `1B archived, ${in1B}, takes –, ${card1B}`],
      ['done', 'done; The student has been archived.', `1A archived, ${in1A}, takes –, ${card1A}`],
      ['done', 'done; The class has been changed.', `1A archived, ${in1A}, takes –, ${card1A}`],
    ],
  },
  {
    pair: 'restore × restore',
    fact: 'the class of today: the second sees the first one’s',
    given: archived,
    one: (acts) => acts.restore('S01', '1B'),
    other: (acts) => acts.restore('S01', '1A'),
    ends: [
      ['done', notArchived('1B'), `1B current, ${in1B}, takes –, ${card1B}`],
      [notArchived('1A'), 'done', `1A current, ${in1A}, takes –, ${card1A}`],
    ],
  },
  {
    pair: 'restore × registration',
    fact: 'whether there is a report: of a student who is back, and of none in the archive',
    given: async ({ acts, unregistered }) => {
      await unregistered();
      await acts.archive();
    },
    one: (acts) => acts.restore('S01', '1B'),
    other: (acts) => acts.register('1B'),
    ends: [
      ['done', 'done', '1B current, report 1B, list 1B, mark –, takes –, card 1B – draft'],
      ['done', 'done', `1B current, ${noReport}, takes –, card –`],
    ],
  },
  {
    pair: 'restore × uploads',
    fact: 'the row of a student who is in the archive until then',
    given: archived,
    one: (acts) => acts.restore('S01', '1B'),
    other: (acts) => acts.uploadChange('S01', { sea_no: '' }, { sea_no: '77-1' }),
    ends: [
      ['done', 'done', `1B current, ${in1B}, takes –, ${card1B}`],
      ['done', 'done; Same Student ID as Pupil S01 Lastname S01, archived', `1B current, ${in1B}, takes –, ${card1B}`],
    ],
  },
  {
    pair: 'hand-over × hand-over',
    fact: 'the teacher of the lesson: one of the two, and the other is refused',
    one: (acts) => acts.handOver('T2'),
    other: (acts) => acts.handOver('T3'),
    ends: [
      [
        'done',
        `422 ${lessonRefusals.noLongerTeaches('Mona Núñez', '2025-MATH-1A')}`,
        `1A current, ${in1A}, takes 1A of T2, ${card1A}`,
      ],
      [
        `422 ${lessonRefusals.noLongerTeaches('Mona Núñez', '2025-MATH-1A')}`,
        'done',
        `1A current, ${in1A}, takes 1A of T3, ${card1A}`,
      ],
      ['done; {"id":"2025-MATH-1A"', 'done', `1A current, ${in1A}, takes 1A of T3, ${card1A}`],
      ['done', 'done; {"id":"2025-MATH-1A"', `1A current, ${in1A}, takes 1A of T2, ${card1A}`],
    ],
  },
  {
    pair: 'registration × registration',
    fact: 'the report of one class and of the whole school: one',
    given: ({ unregistered }) => unregistered(),
    one: (acts) => acts.register('1A'),
    other: (acts) => acts.register(null),
    ends: [['done', 'done', '1A current, report 1A, list 1A, mark –, takes 1A of T1, card 1A – draft']],
  },
  {
    pair: 'registration × uploads',
    fact: 'the class of the report: that of the student',
    given: ({ unregistered }) => unregistered(),
    one: (acts) => acts.register('1A'),
    other: changesClassByList,
    ends: [
      ['done', 'done', '1B current, report 1B, list 1B, mark –, takes 1B, card 1B – draft'],
      ['done', 'done', `1B current, ${noReport}, takes 1B, card –`],
    ],
  },
  {
    pair: 'uploads × uploads',
    fact: 'one field of one student: the second sees the first one’s',
    one: (acts) => acts.uploadChange('S01', { sea_no: '' }, { sea_no: '77-1' }),
    other: (acts) => acts.uploadChange('S01', { sea_no: '' }, { sea_no: '77-2' }),
    ends: [
      [
        'done',
        'done; Somebody has changed SEA Reg No.: it is “77-1” now.',
        `1A current, ${in1A}, takes 1A of T1, ${card1A}`,
      ],
      [
        'done; Somebody has changed SEA Reg No.: it is “77-2” now.',
        'done',
        `1A current, ${in1A}, takes 1A of T1, ${card1A}`,
      ],
    ],
  },
];

describePairs(pairs);
