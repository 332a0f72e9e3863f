import { createElement, type ReactNode } from 'react';
import type { GuideNode } from '../../guide-pages.ts';

/** A section of a guide as elements of the page. */
export const renderGuide = (nodes: readonly GuideNode[]): ReactNode[] =>
  nodes.map((node, index) => {
    if (typeof node === 'string') return node;
    const [tag, ...inside] = node;
    // A page that was built never changes.
    return createElement(tag, { key: index }, ...renderGuide(inside));
  });
