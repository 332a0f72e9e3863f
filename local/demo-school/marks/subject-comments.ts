import type { Random } from '../random.ts';
import { type AptitudeField, type SubjectId, subjectDifficulty, subjects } from '../staff/subjects.ts';
import type { Pupil } from '../students/pupil.ts';
import { fillRemarkPlaceholders } from './fill-placeholders.ts';
import { type MarkBand, toMarkBand } from './performance.ts';

const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);

/** A word or two, as busy teachers write. */
const terse: Readonly<Record<MarkBand, readonly string[]>> = {
  excellent: lines(`Excellent work!
    Outstanding performance. Keep it up!
    Excellent.
    A superb term’s work.
    Very well done, {name}.`),
  good: lines(`Good work.
    Very good effort.
    A good term.
    Good. Aim higher!
    Steady, pleasing work.`),
  fair: lines(`Fair.
    Satisfactory.
    Can do better.
    A fair effort.
    Room for improvement.`),
  weak: lines(`More effort needed.
    Must work harder.
    Weak; needs to revise.
    Below standard.
    Needs to be more serious.`),
  poor: lines(`Very poor. See me.
    Urgent attention needed.
    Unsatisfactory.
    Much more effort is required.`),
};

const openings: Readonly<Record<MarkBand, readonly string[]>> = {
  excellent: lines(`{name} has produced work of an outstanding standard this term.
    An excellent performance; {name} leads the class by example.
    {name} is a joy to teach and {their} results show it.
    {They} {have} mastered the term’s work and {are} ready for harder problems.
    Superb work in every area of {subject} this term.
    {name} thinks for {themself} and explains {their} ideas clearly.
    An exceptional term. Congratulations, {name}!
    {name} works with great care and understanding.
    Consistent, thoughtful and accurate work throughout.`),
  good: lines(`{name} has had a good term in {subject}.
    A pleasing result, well earned.
    {name} works steadily and understands most of the topics.
    Good work. {They} {take} part in class with confidence.
    {name} has made very good progress since the term began.
    A sound performance that shows regular study.
    {They} {show} real interest in {subject}.
    {name} is a reliable student whose work is generally of a good standard.
    Good results; with a little more care they would be excellent.`),
  fair: lines(`{name} has made fair progress this term.
    A satisfactory result, though {they} {are} capable of more.
    {name} grasps the basic ideas but needs to apply them with more confidence.
    {They} {try} hard, and results are beginning to improve.
    An average term. {name} works well on some days and drifts on others.
    {name} understands in class but does not revise enough at home.
    Satisfactory work; more consistent effort will bring better marks.
    {They} {have} the ability to do well but {lack} concentration at times.
    A fair attempt at a demanding term’s work.`),
  weak: lines(`{name} finds {subject} difficult and has fallen behind.
    This result does not show what {name} can do.
    {They} {need} to give this subject much more time.
    {name} has struggled with several of the term’s topics.
    A disappointing result. Class notes are incomplete and homework is often missing.
    {name} is easily distracted and {their} marks have suffered.
    {They} rarely {ask} for help when {they} {do} not understand.
    Weak performance; the foundations must be revised.`),
  poor: lines(`{name} is a cause for serious concern in {subject}.
    Very little work was submitted this term.
    A most unsatisfactory term; {name} has not yet begun to try.
    {They} {have} great difficulty with the work and {need} help at once.
    {name} has gaps that go back several terms and cannot follow the lessons.
    Poor results, and {they} {seem} to have lost interest.`),
};

const strengths: Readonly<Record<AptitudeField, readonly string[]>> = {
  language: lines(`{Their} written expression is clear and mature.
    {They} {speak} with confidence and {have} a wide vocabulary.
    {Their} reading is perceptive.
    Oral work is a particular strength.`),
  numbers: lines(`{They} {set} out solutions logically and {check} the answers.
    Problem solving is {their} great strength.
    {They} {see} quickly which method a question calls for.
    {Their} working is always shown in full.`),
  science: lines(`Laboratory work is careful and the reports are well written.
    {They} {ask} good questions and {look} for evidence.
    {Their} drawings and tables are models of neatness.
    {They} {link} theory to everyday life very well.`),
  society: lines(`{They} {use} facts well to support an argument.
    {Their} project on the community was among the best in the class.
    Map and source work is a strength.
    {They} {contribute} thoughtfully to discussions.`),
  business: lines(`{Their} books are neat and balance at the first attempt.
    {They} {apply} concepts well to local businesses.
    Case studies are answered with insight.
    {Their} SBA is well ahead of the schedule.`),
  making: lines(`{Their} practical work is imaginative and well finished.
    {They} {work} safely and {help} others in the room.
    {They} {have} a natural feeling for the subject.
    {Their} portfolio shows real talent.`),
};

const weaknesses: Readonly<Record<AptitudeField, readonly string[]>> = {
  language: lines(`Spelling and sentence structure need attention.
    {They} must read more widely at home.
    Essays are too short and poorly planned.
    Verb forms have to be learnt by heart.
    Answers must be written in full sentences.`),
  numbers: lines(`{They} must learn {their} tables and basic methods.
    Working must be shown; careless errors cost many marks.
    Algebra is the chief weakness.
    More practice with past questions is needed.
    Word problems give {them} trouble.`),
  science: lines(`Laboratory reports are handed in late or not at all.
    Definitions must be learnt exactly.
    {They} must practise drawing and labelling.
    Calculations are a weak point.`),
  society: lines(`Answers lack detail and examples.
    {They} must learn to read the question carefully.
    Map work needs practice.
    The project was incomplete.`),
  business: lines(`Double entry is still not understood.
    {They} must keep up with the SBA.
    Theory has to be learnt as well as practice.
    Diagrams must be labelled.`),
  making: lines(`{They} often {come} without the materials for practical work.
    Projects are begun well and not finished.
    Theory was neglected.
    More care is needed with tools and finish.`),
};

const advice: Readonly<Record<MarkBand, readonly string[]>> = {
  excellent: lines(`Keep up the good work.
    {They} should enter this year’s national competition.
    I encourage {them} to help classmates who find the work harder.
    Wider reading will keep {them} challenged.`),
  good: lines(`Regular revision will lift {them} to the top.
    Keep going!
    {They} should attempt the more difficult questions as well.
    A little more attention to detail is all that is needed.`),
  fair: lines(`{They} should revise for half an hour each evening.
    More participation in class is encouraged.
    Past papers would help {them} greatly.
    {They} must avoid talking during lessons.
    I look forward to a better result next term.`),
  weak: lines(`Attendance at lunch-time classes is strongly advised.
    Parents are asked to check {their} notebook weekly.
    {They} must complete all assignments next term.
    Extra lessons would be of benefit.
    {They} must ask for help early.`),
  poor: lines(`Parents are asked to make an appointment with me.
    {They} must attend the remedial class on Tuesdays.
    A change of attitude is required.
    Daily supervision of homework is necessary.`),
};

/** A student's term as the teacher sees it. Percentages are null without a mark. */
interface Known {
  pupil: Pupil;
  subjectId: string;
  course: number | null;
  exam: number | null;
  total: number | null;
  missedExam: boolean;
  isTerse: boolean;
}

const titleOf = new Map(subjects.map(({ subjectId, title }) => [subjectId, title]));

/** A comment that fits the mark, within 500 characters. */
export function writeSubjectComment(random: Random, known: Known): string {
  const { pupil, subjectId, course, exam, total } = known;
  const say = (text: string) =>
    fillRemarkPlaceholders(text, { pupil, subject: titleOf.get(subjectId) ?? 'this subject' });
  const seen = total ?? course ?? exam;
  if (seen === null)
    return say(
      random.pick(['No work was submitted, so no mark could be given.', '{name} was absent for all assessments.']),
    );
  const band = toMarkBand(seen);
  if (known.isTerse && random.chance(0.75)) return say(random.pick(terse[band]));
  const { field } = subjectDifficulty[subjectId as SubjectId];
  const sentences = [random.pick(openings[band])];
  if (known.missedExam && exam === null && total === null) sentences.push('{They} did not sit the examination.');
  else if (course !== null && exam !== null && course - exam > 18)
    sentences.push('Course work was far better than the examination.');
  else if (course !== null && exam !== null && exam - course > 15)
    sentences.push('The examination shows what {they} can do; course work must match it.');
  else if (random.chance(0.5))
    sentences.push(random.pick(band === 'excellent' || band === 'good' ? strengths[field] : weaknesses[field]));
  if (pupil.bent.absence > 0.15 && random.chance(0.6))
    sentences.push('Frequent absence has affected {their} progress.');
  else if (pupil.bent.lateness > 0.12 && random.chance(0.4)) sentences.push('{They} must come to class on time.');
  else if (random.chance(0.5)) sentences.push(random.pick(advice[band]));
  return say(sentences.join(' '));
}
