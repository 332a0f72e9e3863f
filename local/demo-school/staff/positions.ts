import type { Role } from '#shared/http/contract.ts';
import type { Sex } from '../types.ts';
import type { SubjectId } from './subjects.ts';

/** A person behind a demo account: the same one in every demo school, so that a guide can name them. */
interface DemoPerson {
  userName: string;
  role: Role;
  firstName: string;
  lastName: string;
  sex: Sex;
  mustChangePassword?: true;
}

/** One position of the school. */
export interface Position {
  /** Code in the school file's posts. */
  post: number;
  /** Lessons a week this position is meant for, 0 to 35. */
  load: number;
  /** Subjects that the holder is trained for, best first. */
  teaches: readonly SubjectId[];
  /** Levels whose classes the holder is dean of. */
  deanOf?: readonly number[];
  account?: DemoPerson;
  /** Is form teacher of a class of these levels, before anyone else chooses. */
  formIn?: readonly number[];
  /** Cannot be a form teacher. */
  isWithoutForm?: true;
  /** Came this year. */
  isNew?: true;
  isPrincipal?: true;
}

const principal = 1;
const vicePrincipal = 2;
const head = 3;
const deanOf1And2 = 4;
const deanOf3And4 = 5;
const deanOf5AndSixth = 6;
const teacherThree = 7;
const teacherTwo = 8;
const teacherOne = 9;
const assistant = 10;
const guidance = 11;
const officeManager = 19;
const registrar = 20;
const examinations = 21;

/** The 62 positions, by department. */
export const positions: readonly Position[] = [
  { post: principal, load: 0, teaches: [], isPrincipal: true },
  { post: vicePrincipal, load: 8, teaches: ['CARS', 'HIST'], isWithoutForm: true },
  { post: officeManager, load: 0, teaches: [] },
  {
    post: registrar,
    load: 0,
    teaches: [],
    account: { userName: 'admin', role: 'Admin', firstName: 'Gail-Ann', lastName: 'Sookdeo', sex: 'F' },
  },
  {
    post: guidance,
    load: 0,
    teaches: [],
    account: { userName: 'pta', role: 'PTA', firstName: 'Marlon', lastName: 'Alleyne', sex: 'M' },
  },
  { post: guidance, load: 8, teaches: ['HFLE'], isWithoutForm: true },
  // Music is graded in the term report itself, so its teacher has no mark sheet.
  { post: teacherOne, load: 0, teaches: [] },

  // English
  { post: head, load: 18, teaches: ['LITS', 'ENGL', 'LITE'], isWithoutForm: true },
  { post: deanOf1And2, load: 17, teaches: ['ENGL', 'COMS'], deanOf: [1] },
  {
    post: teacherTwo,
    load: 24,
    teaches: ['ENGL', 'LITE'],
    formIn: [1, 2, 3],
    account: { userName: 'formteacher', role: 'teacher', firstName: 'Kerwin', lastName: 'Joseph', sex: 'M' },
  },
  { post: teacherThree, load: 24, teaches: ['ENGL', 'LITE', 'LITS'] },
  { post: teacherThree, load: 24, teaches: ['COMS', 'ENGL'] },
  { post: teacherTwo, load: 25, teaches: ['ENGL', 'LITE'] },
  { post: teacherTwo, load: 25, teaches: ['DRAM', 'ENGL'] },
  { post: assistant, load: 22, teaches: ['ENGL'] },

  // Mathematics
  { post: head, load: 18, teaches: ['PMAT', 'AMAT', 'MATH'], isWithoutForm: true },
  { post: deanOf5AndSixth, load: 17, teaches: ['APMA', 'MATH', 'PMAT'], deanOf: [6, 7] },
  { post: examinations, load: 15, teaches: ['MATH', 'AMAT'], isWithoutForm: true },
  {
    post: teacherTwo,
    load: 24,
    teaches: ['MATH'],
    isWithoutForm: true,
    account: { userName: 'teacher', role: 'teacher', firstName: 'Anjali', lastName: 'Ramkissoon', sex: 'F' },
  },
  { post: teacherThree, load: 24, teaches: ['MATH', 'AMAT', 'APMA'] },
  { post: teacherTwo, load: 24, teaches: ['MATH'] },
  { post: teacherTwo, load: 24, teaches: ['MATH'] },
  { post: assistant, load: 22, teaches: ['MATH'] },

  // Science
  { post: head, load: 18, teaches: ['CHEM', 'ISCI'], isWithoutForm: true },
  {
    post: deanOf1And2,
    load: 18,
    teaches: ['BIOL', 'ISCI'],
    deanOf: [2],
    account: { userName: 'dean', role: 'teacher', firstName: 'Renée', lastName: 'De Freitas', sex: 'F' },
  },
  { post: teacherThree, load: 26, teaches: ['PHYS', 'ISCI'] },
  { post: teacherThree, load: 26, teaches: ['BIOL', 'HSBI', 'ENVS'] },
  { post: teacherThree, load: 25, teaches: ['CHEM', 'ISCI'] },
  { post: teacherTwo, load: 25, teaches: ['ISCI', 'PHYS'] },
  { post: teacherTwo, load: 26, teaches: ['AGRI', 'ENVS', 'ISCI'] },
  { post: teacherOne, load: 25, teaches: ['ISCI', 'HSBI'] },

  // Social sciences
  { post: head, load: 18, teaches: ['HIST', 'CARS'], isWithoutForm: true },
  { post: deanOf3And4, load: 18, teaches: ['GEOG', 'SOST'], deanOf: [4] },
  { post: teacherThree, load: 25, teaches: ['LAWS', 'SOCI', 'SOST'] },
  { post: teacherThree, load: 25, teaches: ['GEOG'] },
  { post: teacherTwo, load: 25, teaches: ['HIST', 'SOST'] },
  { post: teacherTwo, load: 25, teaches: ['GEOG', 'SOST'] },
  { post: teacherTwo, load: 25, teaches: ['HIST', 'SOST'] },
  { post: teacherTwo, load: 25, teaches: ['SOST'] },
  { post: assistant, load: 22, teaches: ['SOST'] },

  // Modern languages
  { post: deanOf3And4, load: 17, teaches: ['SPAN'], deanOf: [3] },
  { post: teacherThree, load: 24, teaches: ['FREN', 'SPAN'] },
  { post: teacherTwo, load: 24, teaches: ['SPAN'] },
  { post: teacherTwo, load: 24, teaches: ['SPAN', 'FREN'] },
  {
    post: assistant,
    load: 12,
    teaches: ['SPAN'],
    isWithoutForm: true,
    isNew: true,
    account: {
      userName: 'newteacher',
      role: 'teacher',
      firstName: 'Zoë',
      lastName: 'Núñez-Pierre',
      sex: 'F',
      mustChangePassword: true,
    },
  },

  // Business
  { post: head, load: 20, teaches: ['ACCT', 'POAC'], isWithoutForm: true },
  { post: deanOf5AndSixth, load: 18, teaches: ['MOBU', 'POBU'], deanOf: [5] },
  { post: teacherThree, load: 28, teaches: ['ECON'] },
  { post: teacherTwo, load: 22, teaches: ['ENTR', 'POBU', 'POAC'] },
  { post: teacherTwo, load: 20, teaches: ['EDPM', 'POBU'] },

  // Information technology
  { post: teacherThree, load: 24, teaches: ['COMP', 'INFT'] },
  { post: teacherTwo, load: 22, teaches: ['INFT'] },
  { post: teacherOne, load: 20, teaches: ['INFT', 'EDPM'] },

  // Arts, movement and making
  { post: head, load: 18, teaches: ['VART'], isWithoutForm: true },
  { post: teacherTwo, load: 20, teaches: ['VART'] },
  { post: teacherTwo, load: 24, teaches: ['PHED'] },
  { post: teacherOne, load: 24, teaches: ['PHED', 'HFLE'] },
  { post: teacherTwo, load: 22, teaches: ['TDRA', 'TECH'] },
  { post: teacherOne, load: 22, teaches: ['BTEC', 'TECH'] },
  { post: teacherTwo, load: 22, teaches: ['FOOD', 'FCSC'] },
  { post: teacherOne, load: 22, teaches: ['TEXT', 'FCSC'] },
  { post: assistant, load: 16, teaches: ['ENGL', 'FREN'], isNew: true },
];

/** Teachers who left, kept for their old marks. Two by a number above 999, one by the day of leaving (product §4). */
export const archivedPositions = [
  { post: teacherTwo, by: 'number' },
  { post: teacherOne, by: 'number' },
  { post: teacherThree, by: 'day' },
] as const;
