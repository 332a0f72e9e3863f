/** JSX compiles to these in place of React's own (`jsxImportSource` of tsconfig.json): see {@link joinTexts}. */
import { jsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { joinTexts } from './join-texts.ts';

/** Where a key follows a spread. */
export { createElement } from 'react';
export type { JSX } from 'react/jsx-runtime';
export { Fragment } from 'react/jsx-runtime';
export { jsx };

/** What JSX with several children becomes. */
export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, joinTexts(props as object), key);
