/** Whether a run does the whole of what by day is done in part: at night, and wherever `EXTENT` is `whole`. */
export const isWholeRun = process.env.EXTENT === 'whole';
