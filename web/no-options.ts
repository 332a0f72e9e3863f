/** In place of `options.ts` and `options-pages.ts` in a build of the core alone: nothing fills its places. */
export const officeActs = {};
export const due = {};
export const besideRegister = {};
export const besideWindows = {};
export const besideRemarks = {};
export const screens = {};
export const teacherScreens = {};
export const aboveRecord = {};
export const partsOfScreens = {};
export const findingsOfStudents = {};
export const saveKinds = {};
export const guides = {};
export const guidesOfTeachers = {};
export const notesOnClosedAttendance = {};
export const pagesOfOptions: Readonly<Record<string, () => Promise<{ mount(root: HTMLElement): void }>>> = {};
