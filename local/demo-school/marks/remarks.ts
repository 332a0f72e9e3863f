import type { Random } from '../random.ts';
import type { Pupil } from '../students/pupil.ts';
import { fillRemarkPlaceholders } from './fill-placeholders.ts';
import { type MarkBand, toMarkBand } from './performance.ts';

const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);

const formTeacherOpenings: Readonly<Record<MarkBand, readonly string[]>> = {
  excellent: lines(`An outstanding report, {name}. Your hard work has been rewarded.
    {name} has had an excellent term and is among the leading students of the form.
    Congratulations, {name}, on a superb set of results.
    {name} sets a standard that {their} classmates admire.`),
  good: lines(`A very good report. {name} has worked consistently in most subjects.
    {name} has had a successful term and should be proud of {their} progress.
    A pleasing set of results, with particular strength in {their} favourite subjects.
    Good work, {name}. You have settled well and your results show it.`),
  fair: lines(`{name} has had a satisfactory term, with good work in some subjects and too little effort in others.
    A fair report. {name} has the ability to do much better if {they} {manage} {their} time well.
    {name}’s results are uneven; the weaker subjects need a plan.
    This is a fair performance, but not yet what {name} is capable of.`),
  weak: lines(`{name} has had a difficult term and the results are a concern.
    A disappointing report. {name} must take {their} work far more seriously.
    {name} needs a regular time for study and our support to make up lost ground.
    These results are well below what we expected of {name}.`),
  poor: lines(`This report gives cause for grave concern.
    {name} has not met the requirements of most subjects this term.
    {name} needs help urgently; we have asked the guidance officer to see {them}.`),
};

const character: readonly { when: (pupil: Pupil) => boolean; says: readonly string[] }[] = [
  {
    when: ({ bent }) => bent.absence > 0.14,
    says: lines(`Frequent absence is holding {them} back; please send a note for each day missed.
      {Their} attendance must improve if {they} {are} to succeed.`),
  },
  {
    when: ({ bent }) => bent.lateness > 0.1,
    says: lines(`{They} must be at school before the first bell.
      Punctuality is a problem that {name} must correct.`),
  },
  {
    when: ({ bent }) => bent.conduct < -0.9,
    says: lines(`{Their} conduct in class has led to several warnings.
      {They} must learn to respect the rules and {their} teachers.`),
  },
  {
    when: ({ bent }) => bent.conduct > 1.1,
    says: lines(`{They} {are} courteous, helpful and well liked by teachers and classmates.
      {name} can always be relied upon and has been an asset to the class.
      {They} {have} shown leadership as a member of the form’s committee.`),
  },
  {
    when: ({ bent }) => bent.diligence > 0.9,
    says: lines(`{name} is industrious and hands work in on time.
      {Their} determination is admirable.`),
  },
  {
    when: () => true,
    says: lines(`{They} {are} a pleasant member of the class.
      {They} {get} along well with {their} classmates.
      {name} has a good sense of humour and takes part in class activities.
      {They} could speak up more often.
      {They} should take part in more of the school’s activities.`),
  },
];

const wishes: readonly string[] = lines(`Keep striving.
  Best wishes for the holidays, and read a good book!
  I look forward to even better results next term.
  Please discuss this report with {name} at home.
  Continue to aim for the top.
  Every best wish for the coming term.`);

/** A form teacher's remark of one to four sentences, within 500 characters. `percentage` is the report's average. */
export function writeFormTeacherRemark(
  random: Random,
  { pupil, percentage }: { pupil: Pupil; percentage: number },
): string {
  const trait = character.find(({ when }) => when(pupil))?.says ?? [];
  const sentences = [
    random.pick(formTeacherOpenings[toMarkBand(percentage)]),
    ...(random.chance(0.75) ? [random.pick(trait)] : []),
    ...(random.chance(0.35) ? [random.pick(wishes)] : []),
  ];
  return fillRemarkPlaceholders(sentences.join(' '), { pupil });
}

const deanRemarks: Readonly<Record<MarkBand, readonly string[]>> = {
  excellent: lines(`An excellent report. Well done, {name}!
    Outstanding. The form is proud of you.
    Exemplary work and conduct. Continue in this way.
    A first-class performance.`),
  good: lines(`A good report. Keep up the effort.
    Well done, {name}. Aim for the honour roll next term.
    Commendable work this term.
    Very good progress. Remain focused.`),
  fair: lines(`A fair report. Greater consistency is required.
    {name} can achieve more with better study habits.
    Satisfactory. Work on the weaker subjects during the holidays.
    I expect more of you next term, {name}.`),
  weak: lines(`This is below the standard that we expect. Parents are asked to contact the school.
    {name} must improve in the coming term. A study plan is to be signed weekly.
    More effort and better organisation are needed at once.`),
  poor: lines(`An unsatisfactory report. A conference with parents has been arranged.
    Grave concern. {name} is placed on academic probation.
    Parents are required to see the dean before the new term begins.`),
};

const deanOnAttendance = lines(`Attendance must improve.
  Regular attendance is required.
  The days absent are far too many.`);

/** A dean's remark, within 215 characters, which is what its sheet takes. */
export function writeDeanRemark(random: Random, { pupil, percentage }: { pupil: Pupil; percentage: number }): string {
  const remark = random.pick(deanRemarks[toMarkBand(percentage)]);
  return fillRemarkPlaceholders(pupil.bent.absence > 0.16 ? `${remark} ${random.pick(deanOnAttendance)}` : remark, {
    pupil,
  });
}

const musicLines: Readonly<Record<'A' | 'B' | 'C' | 'D' | 'E', readonly string[]>> = {
  A: lines(`{name} plays the recorder beautifully and reads music with ease.
    A gifted musician; {they} should join the Steelpan Ensemble.`),
  B: lines(`{name} sings and plays with confidence.
    Good rhythm and a willing performer.`),
  C: lines(`{name} enjoys music and is making fair progress.
    {They} should practise the recorder a little every day.`),
  D: lines(`{name} must bring {their} recorder to class and practise.
    More attention in class is needed.`),
  E: lines(`{name} has taken little part in the lessons.`),
};

export const writeMusicRemark = (
  random: Random,
  { pupil, grade }: { pupil: Pupil; grade: 'A' | 'B' | 'C' | 'D' | 'E' },
): string => fillRemarkPlaceholders(random.pick(musicLines[grade]), { pupil });
