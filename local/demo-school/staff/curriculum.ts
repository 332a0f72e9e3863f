import type { SubjectId } from './subjects.ts';

/**
 * Lessons a week in each subject of a form, 35 in all. Music is a part of the term report in forms 1 and 2, not a
 * subject.
 */
export const lowerSchoolLessons: Readonly<Record<1 | 2 | 3, Readonly<Partial<Record<SubjectId, number>>>>> = {
  1: {
    ENGL: 6,
    MATH: 6,
    ISCI: 4,
    SOST: 3,
    SPAN: 3,
    GEOG: 2,
    HIST: 2,
    INFT: 2,
    VART: 2,
    PHED: 2,
    TECH: 1,
    FCSC: 1,
    HFLE: 1,
  },
  2: {
    ENGL: 5,
    MATH: 5,
    ISCI: 4,
    SOST: 3,
    SPAN: 3,
    GEOG: 2,
    HIST: 2,
    INFT: 2,
    VART: 2,
    PHED: 2,
    TECH: 2,
    FCSC: 2,
    HFLE: 1,
  },
  3: {
    ENGL: 5,
    MATH: 5,
    ISCI: 4,
    SOST: 3,
    SPAN: 3,
    FREN: 2,
    GEOG: 2,
    HIST: 2,
    INFT: 2,
    VART: 1,
    PHED: 2,
    TECH: 1,
    FCSC: 1,
    AGRI: 2,
  },
};

/** Everyone in forms 4 and 5 takes these two, and six of a stream's options, for four lessons a week each. */
export const csecCoreSubjects = ['ENGL', 'MATH'] as const satisfies readonly SubjectId[];
export const csecCorePeriods = 5;
export const csecOptionPeriods = 4;

type Choice = Readonly<Partial<Record<SubjectId, number>>>;

/** A stream: six choices, each a set of subjects with the share of students who take it. */
export type StreamName = 'science' | 'applied science' | 'business' | 'humanities' | 'technical';
export const csecStreams: Readonly<Record<StreamName, readonly Choice[]>> = {
  science: [
    { BIOL: 1 },
    { CHEM: 1 },
    { PHYS: 1 },
    { AMAT: 6, INFT: 4 },
    { SPAN: 5, FREN: 3, GEOG: 2 },
    { LITE: 3, ECON: 3, HIST: 1, TDRA: 3 },
  ],
  'applied science': [
    { BIOL: 6, HSBI: 4 },
    { CHEM: 6, AGRI: 4 },
    { INFT: 7, PHYS: 3 },
    { POBU: 5, GEOG: 5 },
    { SPAN: 5, SOST: 5 },
    { FOOD: 4, PHED: 3, VART: 3 },
  ],
  business: [
    { POBU: 1 },
    { POAC: 1 },
    { ECON: 1 },
    { INFT: 4, EDPM: 6 },
    { SOST: 6, SPAN: 4 },
    { LITE: 5, GEOG: 3, HIST: 2 },
  ],
  humanities: [
    { HIST: 1 },
    { LITE: 1 },
    { SOST: 1 },
    { SPAN: 5, FREN: 5 },
    { GEOG: 5, HSBI: 5 },
    { DRAM: 4, VART: 4, EDPM: 2 },
  ],
  technical: [
    { TDRA: 5, FOOD: 5 },
    { BTEC: 5, TEXT: 5 },
    { EDPM: 5, INFT: 5 },
    { SOST: 1 },
    { HSBI: 5, AGRI: 5 },
    { PHED: 6, POBU: 4 },
  ],
};

/** Streams of a level's classes in the order of the school file. */
export const csecStreamOrder: readonly StreamName[] = [
  'science',
  'applied science',
  'business',
  'humanities',
  'technical',
];

/**
 * Sixth form: three or four CAPE units of six lessons, and a general paper of four: one in lower, one in upper sixth.
 */
export const capePeriods = 6;
export const generalPaperPeriods = 4;
export const generalPaper: Readonly<Record<6 | 7, SubjectId>> = { 6: 'COMS', 7: 'CARS' };

/** Ways through the sixth form, with the share of students who take them. The first three units are fixed. */
export const capeProgrammes: readonly {
  name: string;
  share: number;
  from: readonly StreamName[];
  units: readonly SubjectId[];
  fourth: Choice;
}[] = [
  {
    name: 'life sciences',
    share: 20,
    from: ['science', 'applied science'],
    units: ['BIOL', 'CHEM', 'ENVS'],
    fourth: { PMAT: 1 },
  },
  {
    name: 'physical sciences',
    share: 16,
    from: ['science'],
    units: ['PHYS', 'CHEM', 'PMAT'],
    fourth: { APMA: 4, COMP: 3 },
  },
  {
    name: 'computing',
    share: 12,
    from: ['science', 'applied science'],
    units: ['PMAT', 'COMP', 'PHYS'],
    fourth: { APMA: 1 },
  },
  {
    name: 'business',
    share: 26,
    from: ['business'],
    units: ['ACCT', 'MOBU', 'ECON'],
    fourth: { ENTR: 4, PMAT: 1, LAWS: 3 },
  },
  {
    name: 'enterprise',
    share: 10,
    from: ['business', 'technical'],
    units: ['ENTR', 'MOBU', 'SOCI'],
    fourth: { ENVS: 1 },
  },
  { name: 'letters', share: 18, from: ['humanities'], units: ['LITS', 'HIST', 'SOCI'], fourth: { LAWS: 3, GEOG: 5 } },
  { name: 'languages and law', share: 12, from: ['humanities'], units: ['SPAN', 'LAWS', 'LITS'], fourth: { SOCI: 1 } },
];

/** Programmes by class of a level, in the order of the school file: a sixth-form class is one kind of student. */
export const programmesOfClass: Readonly<Record<6 | 7, readonly (readonly string[])[]>> = {
  6: [
    ['life sciences', 'physical sciences', 'computing'],
    ['business', 'enterprise'],
    ['letters', 'languages and law'],
  ],
  7: [
    ['life sciences', 'physical sciences', 'computing'],
    ['business', 'enterprise', 'letters', 'languages and law'],
  ],
};
