import { school } from '#functions/school/records/school.ts';

/** Switches an option of the running school on or off, as its file would: for tests of functions that are in memory. */
export function switchOption(name: string, isOn: boolean): void {
  const others = school().options.filter((one) => one !== name);
  school().options = isOn ? [...others, name].sort() : others;
}
