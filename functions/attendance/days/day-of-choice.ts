import { type DayChoice, heldChoices, limitTimeNames, sessionsOf } from '#shared/attendance/day-choice.ts';
import type { DaySettingItem } from '../records/day-setting.ts';

/** What of a setting the office chose. */
type Chosen = Pick<DaySettingItem, 'sessions' | 'limits' | 'title'>;

/** A choice as it is kept: what goes without saying is left out. */
export function settingOf({ held, title, limits }: DayChoice): Chosen {
  if (held === null) return {};
  return {
    sessions: sessionsOf(held),
    ...(title === null ? {} : { title }),
    ...(limits === null || held === 'none' ? {} : { limits }),
  };
}

/** What was chosen of a day, as the calls name it. */
export function choiceOf(setting: Chosen | undefined): DayChoice {
  const { sessions, title = null, limits } = setting ?? {};
  if (!sessions) return { held: null, title: null, limits: null };
  const held = heldChoices.find((one) => sessionsOf(one).join() === sessions.join()) ?? 'both';
  const times = limitTimeNames.flatMap((name) => (limits?.[name] === undefined ? [] : [[name, limits[name]]]));
  return {
    held,
    title,
    limits: times.length === limitTimeNames.length ? (Object.fromEntries(times) as DayChoice['limits']) : null,
  };
}

/** The same choice says the same. */
export const isSameChoice = (one: DayChoice, other: DayChoice): boolean =>
  one.held === other.held &&
  one.title === other.title &&
  limitTimeNames.every((name) => one.limits?.[name] === other.limits?.[name]);
