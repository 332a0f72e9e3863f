import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext } from 'react';
import type { MenuKey } from '#shared/http/contract.ts';
import { actsPlace, recordsPlace } from '#shared/place.ts';
import type { PublicSchool } from '#shared/school/public-school.ts';
import type { Guide } from '../guide-pages.ts';
import type { AdminSession } from './session.ts';

/** The groups of the administrators' menu, in their order. What has no group is above them. */
export const menuGroups = ['People', 'Marks', 'Term', 'Year'] as const;
export type MenuGroup = (typeof menuGroups)[number];

/**
 * A screen of administrators that an option adds. Its address stays where the option is off, and leads to the area's
 * first screen.
 */
export interface ScreenOfOption {
  /** The menu whose permission opens it; its entry is behind that menu's. */
  menu: MenuKey;
  group: MenuGroup;
  /** The kinds of admin that its calls answer. */
  kinds: readonly AdminSession['kind'][];
  label: string;
  /** Under /admin/dashboard. */
  path: string;
  icon: LucideIcon;
  /** Decides in place of the menu's permission. */
  isOpenTo?: (admin: AdminSession) => boolean;
  /** True where the school does not have it. */
  isHidden: (school: PublicSchool) => boolean;
  /** A line of the first steps of a new school that leads to it. */
  firstStep?: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** What is known of a teacher where the menu is shown. */
export interface TeacherOfMenu {
  /** Has been form teacher or dean of a class in any year on record. */
  hadClasses: boolean;
  /** Has a post of the school file. */
  hasPost: boolean;
}

/** A screen of the teacher area that an option adds, behind those of the core. */
export interface TeacherScreenOfOption extends Pick<ScreenOfOption, 'label' | 'path' | 'icon' | 'isHidden' | 'load'> {
  /** One sentence about what it is for. */
  text: string;
  opensFor: (teacher: TeacherOfMenu) => boolean;
}

/** Screens of teachers of all options, on or off: the router is made before the school is known. */
export const teacherScreensOfOptions = recordsPlace<readonly TeacherScreenOfOption[]>('screens of teachers of options');

/** A part of a screen that has an address of its own, or an act that one does there: the palette (Ctrl-K) has it. */
export interface PartOfScreen {
  /** Of the screen, under /admin/dashboard. */
  screen: string;
  kind: 'Screen' | 'Act';
  label: string;
  fields?: Readonly<Record<string, string>>;
  /** Needs this permission beside the menu. */
  action?: string;
}

export const partsOfScreensOfOptions = actsPlace<readonly PartOfScreen[]>('parts of screens in the palette');

/** Screens of all options, on or off: the router is made before the school is known. */
export const screensOfOptions = recordsPlace<readonly ScreenOfOption[]>('screens of options');

type NamedScreen = Pick<ScreenOfOption, 'menu' | 'label' | 'isOpenTo'> & Partial<Pick<ScreenOfOption, 'isHidden'>>;

/** The screens of administrators, the core's and those of options, for a screen that names others. */
export const AdminScreens = createContext<readonly NamedScreen[]>([]);

/** Fetches a page of docs/guide/. */
export type LoadGuide = () => Promise<{ default: Guide }>;

/** Guides of what options add to the screens of teachers. */
export const guidesOfTeachers = actsPlace<LoadGuide>('guides of options for teachers');

/** Guides of what options add to the office's screens. */
export const guidesOfOptions = actsPlace<LoadGuide>('guides of options');
