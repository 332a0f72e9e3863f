import { createTheme } from '@aws-amplify/ui-react/server';

/**
 * Amplify's tokens, said by those of tokens.css, which are light and dark by themselves. Read when the site is built:
 * amplify-tokens.ts writes them into a static sheet.
 */
const blockPadding = 'calc((var(--control) - 20px) / 2 - 1px)';
const focus = { boxShadow: 'none' };
const filled = { borderColor: 'transparent', color: 'var(--on-accent)' };
const accent = { ...filled, backgroundColor: 'var(--accent)' };
const accentPressed = { ...filled, backgroundColor: 'var(--accent-strong)' };
const danger = { ...filled, backgroundColor: 'var(--danger)', color: 'light-dark(#fff, #2a0f0d)' };
const dangerPressed = { ...danger, backgroundColor: 'color-mix(in oklab, var(--danger) 86%, var(--text))' };
const bare = { borderColor: 'transparent', backgroundColor: 'transparent', color: 'var(--text)' };
const pressed = { backgroundColor: 'var(--hover)', color: 'var(--text)' };
const disabled = { borderColor: 'var(--line)', backgroundColor: 'var(--hover)', color: 'var(--muted)' };

export const amplifyTheme = createTheme({
  name: 'formroom',
  tokens: {
    colors: {
      font: {
        primary: 'var(--text)',
        secondary: 'var(--muted)',
        disabled: 'var(--muted)',
        info: 'var(--accent-text)',
        error: 'var(--danger)',
        warning: 'var(--warning)',
        success: 'var(--success)',
      },
      background: {
        primary: 'var(--surface)',
        secondary: 'var(--hover)',
        tertiary: 'var(--hover)',
        disabled: 'var(--sunken)',
        info: 'var(--accent-soft)',
        error: 'var(--danger-soft)',
        warning: 'var(--warning-soft)',
        success: 'var(--success-soft)',
      },
      border: {
        primary: 'var(--edge)',
        secondary: 'var(--line)',
        tertiary: 'var(--line)',
        focus: 'var(--accent)',
        error: 'var(--danger)',
      },
    },
    components: {
      field: { label: { color: 'var(--text)' } },
      fieldcontrol: {
        borderRadius: 'var(--radius)',
        fontSize: '14px',
        lineHeight: '20px',
        paddingBlockStart: blockPadding,
        paddingBlockEnd: blockPadding,
        paddingInlineStart: '11px',
        paddingInlineEnd: '11px',
        transitionDuration: 'var(--quick)',
        outlineOffset: '-1px',
        _focus: { borderColor: 'var(--accent)', boxShadow: '0 0 0 1px var(--accent)' },
        _disabled: { ...disabled, backgroundColor: 'var(--sunken)', cursor: 'default' },
      },
      button: {
        fontSize: '13px',
        fontWeight: '550',
        paddingInlineStart: '14px',
        paddingInlineEnd: '14px',
        backgroundColor: 'var(--surface)',
        _hover: { ...pressed, borderColor: 'var(--edge)' },
        _focus: { ...focus, color: 'var(--text)', borderColor: 'var(--edge)' },
        _active: { ...pressed, borderColor: 'var(--edge)' },
        _disabled: disabled,
        primary: {
          ...accent,
          _hover: accentPressed,
          _focus: { ...accent, ...focus },
          _active: accentPressed,
          _disabled: disabled,
        },
        link: {
          ...bare,
          _hover: { ...bare, ...pressed },
          _focus: { ...bare, ...focus },
          _active: { ...bare, ...pressed },
          _disabled: { ...bare, color: 'var(--muted)' },
        },
        destructive: {
          ...danger,
          _hover: dangerPressed,
          _focus: { ...danger, ...focus },
          _active: dangerPressed,
          _disabled: disabled,
        },
      },
      alert: {
        alignItems: 'start',
        paddingBlock: '10px',
        paddingInline: '12px',
        icon: { size: '16px' },
      },
      badge: {
        fontSize: '12.5px',
        fontWeight: '550',
        lineHeight: '18px',
        paddingVertical: '2px',
        paddingHorizontal: '9px',
        borderRadius: '11px',
      },
      heading: {
        lineHeight: 'calc(1em + 8px)',
        1: { fontSize: '20px', fontWeight: '650' },
        2: { fontSize: '16px', fontWeight: '600' },
      },
      tabs: {
        borderColor: 'var(--line)',
        borderWidth: '1px',
        gap: '4px',
        panel: { paddingInline: '0', paddingBlock: '0' },
        item: {
          borderColor: 'transparent',
          fontSize: '14px',
          fontWeight: '500',
          paddingVertical: '0',
          paddingHorizontal: '12px',
          color: 'var(--muted)',
          transitionDuration: '0s',
          _hover: { color: 'var(--text)' },
          _active: { color: 'var(--accent-text)', borderColor: 'var(--accent)' },
          _focus: { color: 'var(--text)', boxShadow: 'none' },
        },
      },
      placeholder: {
        borderRadius: '4px',
        default: { height: '14px' },
        startColor: 'var(--hover)',
        endColor: 'color-mix(in oklab, var(--hover) 45%, transparent)',
        transitionDuration: '1.4s',
      },
      card: {
        padding: '0',
        outlined: { borderColor: 'var(--line)', borderRadius: 'var(--radius-large)' },
      },
      loader: {
        width: '16px',
        height: '16px',
        strokeEmpty: 'transparent',
        strokeFilled: 'currentcolor',
      },
    },
  },
});
