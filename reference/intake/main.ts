#!/usr/bin/env node
import { onNewNode } from '../../spec/node-version.ts';

await onNewNode('intake-server', () => import('./program.ts'));
