import { placementWordings } from '#shared/students/wordings.ts';
import { archived, card1A, card1B, describePairs, in1A, in1B, type Pair, untouched } from './try-pair.ts';

/** Marks and report without a name: they count for the class, and no card is printed of them. */
const erased = `nobody, ${in1A}, takes –, card –`;
const longGone: Pair['given'] = (school) => school.longGone();
const scannedIn1A = 'day P in 1A, scanned';
const byMona = 'day A in 1A by Mona Núñez';

/** A student's day is of the class that the student is in when it is written. */
const days: Pair[] = [
  {
    pair: 'closing × scans',
    fact: 'the end of attendance: a scan is kept, or the station gets a refusal and keeps it',
    one: (acts) => acts.closeAttendance(),
    other: (acts) => acts.scan(),
    ends: [
      ['done', 'refused', `${untouched}, ${card1A}`],
      ['done', 'present', `${untouched}, ${card1A}, ${scannedIn1A}`],
    ],
  },
  {
    pair: 'promotion × attendance',
    fact: 'the class of the day: that of the register, until the year is over',
    one: (acts) => acts.promote(),
    other: (acts) => acts.attend(),
    ends: [['done', 'done', `2A current, ${in1A}, takes 2A of T1, ${card1A}, ${byMona}`]],
  },
  {
    pair: 'promotion × scans',
    fact: 'the class of the day: no scan is lost by it',
    one: (acts) => acts.promote(),
    other: (acts) => acts.scan(),
    ends: [
      ['done', 'present', `2A current, ${in1A}, takes 2A of T1, ${card1A}, day P in 2A, scanned`],
      ['done', 'present', `2A current, ${in1A}, takes 2A of T1, ${card1A}, ${scannedIn1A}`],
    ],
  },
  {
    pair: 'class change × attendance',
    fact: 'the class of the day: the register of the former class gets a refusal',
    one: (acts) => acts.changeClass(),
    other: (acts) => acts.attend(),
    ends: [
      ['done', '422 This student is in 1B now.', `1B current, ${in1B}, takes 1B, ${card1B}`],
      ['done', 'done', `1B current, ${in1B}, takes 1B, ${card1B}, ${byMona}`],
    ],
  },
  {
    pair: 'class change × scans',
    fact: 'the class of the day: no scan is lost by it',
    one: (acts) => acts.changeClass(),
    other: (acts) => acts.scan(),
    ends: [
      ['done', 'present', `1B current, ${in1B}, takes 1B, ${card1B}, day P in 1B, scanned`],
      ['done', 'present', `1B current, ${in1B}, takes 1B, ${card1B}, ${scannedIn1A}`],
    ],
  },
  {
    pair: 'archive × attendance',
    fact: 'who is at the school: the register gets a refusal, or was in time',
    one: (acts) => acts.archive(),
    other: (acts) => acts.attend(),
    ends: [
      ['done', '422 This student is no longer at the school.', `1A archived, ${in1A}, takes –, ${card1A}`],
      ['done', 'done', `1A archived, ${in1A}, takes –, ${card1A}, ${byMona}`],
    ],
  },
  {
    pair: 'archive × scans',
    fact: 'who is at the school: the station gets a refusal, or was in time',
    one: (acts) => acts.archive(),
    other: (acts) => acts.scan(),
    ends: [
      ['done', 'archived', `1A archived, ${in1A}, takes –, ${card1A}`],
      ['done', 'present', `1A archived, ${in1A}, takes –, ${card1A}, ${scannedIn1A}`],
    ],
  },
  {
    pair: 'restore × attendance',
    fact: 'who is at the school: the register gets a refusal until then',
    given: archived,
    one: (acts) => acts.restore('S01', '1B'),
    other: (acts) => acts.attend('S01', 'A', 'ada', '1B'),
    ends: [
      ['done', 'done', `1B current, ${in1B}, takes –, ${card1B}, day A in 1B by Ada Office`],
      ['done', '422 This student is no longer at the school.', `1B current, ${in1B}, takes –, ${card1B}`],
    ],
  },
  {
    pair: 'restore × scans',
    fact: 'who is at the school: the station gets a refusal until then',
    given: archived,
    one: (acts) => acts.restore('S01', '1B'),
    other: (acts) => acts.scan(),
    ends: [
      ['done', 'present', `1B current, ${in1B}, takes –, ${card1B}, day P in 1B, scanned`],
      ['done', 'archived', `1B current, ${in1B}, takes –, ${card1B}`],
    ],
  },
  {
    pair: 'attendance × attendance',
    fact: 'one session of one day, by form teacher and office: the second is shown the first one’s',
    one: (acts) => acts.attend('S01', 'A', 'mona'),
    other: (acts) => acts.attend('S01', 'P', 'ada'),
    ends: [
      ['done', '409', `${untouched}, ${card1A}, ${byMona}`],
      ['409', 'done', `${untouched}, ${card1A}, day P in 1A by Ada Office`],
    ],
  },
  {
    pair: 'attendance × scans',
    fact: 'one session of one day: what a person says stands, and the scan is kept beside it',
    one: (acts) => acts.attend(),
    other: (acts) => acts.scan(),
    ends: [
      ['done', 'entered absent', `${untouched}, ${card1A}, ${byMona}, scanned`],
      ['done', 'present', `${untouched}, ${card1A}, ${byMona}, scanned`],
    ],
  },
  {
    pair: 'scans × scans',
    fact: 'one scan, sent twice at once: kept once, answered twice',
    one: (acts) => acts.scan(),
    other: (acts) => acts.scan(),
    ends: [['present', 'present', `${untouched}, ${card1A}, ${scannedIn1A}`]],
  },
];

/** S01 left in 2015. What is erased is written by nobody again, and what would write the name is refused or waits. */
const erasures: Pair[] = [
  {
    pair: 'posting × erasure',
    fact: 'the name on a card: a run that has read it writes no copy after the erasure, which waits for it',
    given: longGone,
    one: (acts) => acts.post(),
    other: (acts) => acts.erase('S01'),
    ends: [
      ['done', 'done', erased],
      ['done; {"student_id":"S01","name":"S01","reason":"The student or the report is gone."}', 'done', erased],
      ['done', '409 Report cards are being posted or printed.', `1A archived, ${in1A}, takes –, card 1A 61`],
    ],
  },
  {
    pair: 'restore × erasure',
    fact: 'the record: who comes back is not erased, and who is erased does not come back',
    given: longGone,
    one: (acts) => acts.restore('S01', '1B'),
    other: (acts) => acts.erase('S01'),
    ends: [
      ['done', '409 Only students in the archive can be erased.', `1B current, ${in1B}, takes –, ${card1B}`],
      ['404 There is no such student at the school.', 'done', erased],
      ['done', '409 The student was changed lately, and can be erased', `1B current, ${in1B}, takes –, ${card1B}`],
      ['done', 'done; "The student was changed lately, and can be erased', `1B current, ${in1B}, takes –, ${card1B}`],
      ['done', `done; "${placementWordings.keptUnerased}"`, `1B current, ${in1B}, takes –, ${card1B}`],
      ['done', 'done; "Only students in the archive can be erased."', `1B current, ${in1B}, takes –, ${card1B}`],
    ],
  },
  {
    pair: 'attendance × erasure',
    fact: 'the record: nobody of the archive is registered',
    given: longGone,
    one: (acts) => acts.attend('S01', 'A', 'ada'),
    other: (acts) => acts.erase('S01'),
    ends: [['422 This student is no longer at the school.', 'done', erased]],
  },
  {
    pair: 'uploads × erasure',
    fact: 'the id: it is not given again',
    given: longGone,
    one: (acts) => acts.uploadNew({ id: 'S01', first_name: 'New', last_name: 'Comer', class_id: '1A' }),
    other: (acts) => acts.erase('S01'),
    ends: [
      ['done; Same Student ID as Pupil S01 Lastname S01, archived (S01).', 'done', erased],
      ['done; Another student has been given the Student ID S01.', 'done', erased],
    ],
  },
  {
    pair: 'erasure × erasure',
    fact: 'the run: one, and both receive its end',
    given: longGone,
    one: (acts) => acts.erase('S01'),
    other: (acts) => acts.erase('S01'),
    ends: [
      ['done', 'done', erased],
      ['done', 'running', erased],
      ['running', 'done', erased],
    ],
  },
];

describePairs([...days, ...erasures]);
