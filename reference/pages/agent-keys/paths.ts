/** api-keys.ui-location: where the page is found. */
export const pagePath = '/app/settings/agent-keys';
export const revokePath = `${pagePath}/revoke`;
export const scriptPath = `${pagePath}/copy.js`;
export const stylePath = `${pagePath}/page.css`;
