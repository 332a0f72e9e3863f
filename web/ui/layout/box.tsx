import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import styles from './layout.module.css';

/** Pixels between children. */
export type Gap = keyof typeof gaps;

/** Size of a text in pixels and, behind `on`, of its line; else lines are as high as around it. */
export type TextSize = keyof typeof sizes;

/** What each primitive takes beside the properties of its element. `className` is for what the screen alone has. */
export interface BoxProps<As extends ElementType> {
  /** The element, or a component such as `Link` that takes a `className`. */
  as?: As | undefined;
  className?: string | undefined;
  gap?: Gap | undefined;
  /** Pixels between children side by side, where they differ from those between lines. */
  across?: keyof typeof across | undefined;
  /** Pixels of margin above and below it. */
  above?: keyof typeof above | undefined;
  below?: keyof typeof below | undefined;
  /** Widest it becomes, in pixels. */
  width?: keyof typeof widths | undefined;
  /** Takes the room that is left in the row around it. */
  grow?: boolean | undefined;
  /** May become narrower than its longest word in the row or grid around it. */
  shrinks?: boolean | undefined;
  /** Breaks a word that has no room in its line. */
  breaks?: boolean | undefined;
  weight?: keyof typeof weights | undefined;
  tone?: keyof typeof tones | undefined;
  /** One line: `cut` ends it with an ellipsis where it has no room. */
  line?: 'nowrap' | 'cut' | undefined;
  /** Digits of one width. */
  figures?: boolean | undefined;
  size?: TextSize | undefined;
  children?: ReactNode;
}

export type PropsOf<As extends ElementType, Own = object> = BoxProps<As> &
  Own &
  Omit<ComponentPropsWithRef<As>, keyof BoxProps<As> | keyof Own>;

const gaps = {
  2: styles.gap2,
  4: styles.gap4,
  6: styles.gap6,
  8: styles.gap8,
  10: styles.gap10,
  12: styles.gap12,
  14: styles.gap14,
  16: styles.gap16,
  18: styles.gap18,
  20: styles.gap20,
  24: styles.gap24,
};
const across = {
  10: styles.across10,
  12: styles.across12,
  14: styles.across14,
  16: styles.across16,
  18: styles.across18,
  20: styles.across20,
  24: styles.across24,
};
const above = {
  8: styles.above8,
  12: styles.above12,
  16: styles.above16,
};
const below = {
  4: styles.below4,
  8: styles.below8,
  12: styles.below12,
  16: styles.below16,
  20: styles.below20,
  24: styles.below24,
};
const widths = {
  320: styles.width320,
  420: styles.width420,
  560: styles.width560,
  640: styles.width640,
  720: styles.width720,
  760: styles.width760,
  860: styles.width860,
  1080: styles.width1080,
};
const tones = { muted: styles.muted, danger: styles.danger, success: styles.success };
const weights = { 400: styles.weight400, 500: styles.weight500, 550: styles.weight550, 600: styles.weight600 };
const sizes = {
  16: styles.size16,
  '16on22': styles.size16on22,
  15: styles.size15,
  '15on20': styles.size15on20,
  14: styles.size14,
  '14on20': styles.size14on20,
  13.5: styles.size13half,
  13: styles.size13,
  '13on18': styles.size13on18,
  12.5: styles.size12half,
  '12.5on18': styles.size12halfOn18,
  12: styles.size12,
  '12on16': styles.size12on16,
};

/**
 * An element of the primitives of this folder, which screens use. Classes and no style attributes: the sheet of a
 * screen, which comes after, can say otherwise for the phone, and the sign-in's HTML, whose policy allows no such
 * attribute, has them too.
 */
export function Box({
  as: Element = 'div',
  classes,
  className,
  gap,
  across: column,
  above: top,
  below: bottom,
  width,
  grow,
  shrinks,
  breaks,
  weight,
  tone,
  size,
  line,
  figures,
  ...rest
}: BoxProps<ElementType> & { classes: readonly (string | false | undefined)[] }) {
  const own = [
    ...classes,
    gap !== undefined && gaps[gap],
    column !== undefined && across[column],
    top !== undefined && above[top],
    bottom !== undefined && below[bottom],
    width !== undefined && widths[width],
    grow && styles.grow,
    shrinks && styles.shrinks,
    breaks && styles.breaks,
    weight && weights[weight],
    tone && tones[tone],
    size !== undefined && sizes[size],
    line && styles[line],
    figures && styles.figures,
    className,
  ];
  return <Element {...rest} className={own.filter(Boolean).join(' ')} />;
}
