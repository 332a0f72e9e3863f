/** Comments with which every school begins, by the totals in per cent that they are meant for. */
const starters = [
  [80, 100, '{name} has done excellent work this term. {He} should be proud of {his} results.'],
  [80, 100, 'Excellent. {name} understands the work well and helps others with it.'],
  [65, 79, 'Good work. {name} is attentive, and {his} assignments are complete and on time.'],
  [65, 79, '{name} has a good grasp of the subject. More practice will bring {him} to the top of the class.'],
  [50, 64, 'A satisfactory term. {name} should revise regularly and ask when something is not clear.'],
  [50, 64, '{name} can do better than this. {He} needs to give more time to {his} assignments.'],
  [35, 49, '{name} has found this term difficult. {He} should attend extra lessons and complete all corrections.'],
  [35, 49, 'More effort is needed. {name} loses marks where {his} work is not finished.'],
  [0, 34, '{name} needs help urgently. Please speak with {his} teacher about a plan of work.'],
  [null, null, '{name} takes part well in class.'],
  [null, null, '{name} has improved this term. Keep it up.'],
  [null, null, '{name} was absent too often to be judged fairly.'],
] as const;

/** They are in no table until the office changes or deletes one: `version` 0 says so. */
export const starterComments = starters.map(([from, to, text], index) => ({
  ...{ commentId: `starter-${String(index + 1).padStart(2, '0')}`, text, version: 0 },
  ...(from === null ? {} : { from, to }),
}));
