/**
 * Counts of what people do, for a district. All schools of an account count into the same metrics: CloudWatch charges
 * for each metric, and again for each value of a dimension. The lines that carry them also have `school`, by which Logs
 * Insights tells schools apart.
 */
export const activityMetrics = {
  /** Answered calls that stored marks: cells, pastes and uploads, each once. */
  MarksSaved: 'saves of marks',
  /** 409: another person had changed what was to be saved. */
  SaveConflicts: 'saves in conflict',
  /** 400, 403, 413, 422 and 429 of calls that change something, sign-ins aside. */
  RefusedSaves: 'refused saves',
  SignIns: 'sign-ins',
  /** A wrong name, password or code, or somebody who has to wait. */
  RefusedSignIns: 'refused sign-ins',
  JobsBegun: 'jobs begun',
  JobsFinished: 'jobs finished',
  JobsFailed: 'jobs failed',
} as const;
export type ActivityMetric = keyof typeof activityMetrics;

export const activityNamespace = 'Formroom';

/** The only dimension, of one value. */
export const activityService = 'formroom';
