import '@fontsource-variable/fraunces/wght.css';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/pieces.css';
import './styles/log.css';
import './styles/forced.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { router } from './lib/router.svelte';
import { words } from './lib/words.svelte';

// the two pages that most people begin with come while the words do
if (router.route.page === 'home') void import('./lib/home/HomePage.svelte');
else if (router.route.page === 'table') void import('./lib/table/TablePage.svelte');

const target = document.getElementById('app');
if (target) void words.speak().then(() => mount(App, { target }));
