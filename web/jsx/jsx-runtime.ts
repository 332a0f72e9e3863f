/** JSX compiles to these in place of React's own (`jsxImportSource` of tsconfig.json): see {@link keepTexts}. */
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { keepTexts } from './keep-texts.ts';

/** Where a key follows a spread. */
export { createElement } from 'react';
export type { JSX } from 'react/jsx-runtime';
export { Fragment } from 'react/jsx-runtime';

/** What JSX with one child becomes. */
export const jsx: typeof reactJsx = (type, props, key) => reactJsx(type, keepTexts(type, props as object), key);
/** What JSX with several children becomes. */
export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, keepTexts(type, props as object), key);
