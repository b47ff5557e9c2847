declare module 'virtual:mantine-variables.css'

declare module 'virtual:catalog-pictures' {
  export const pictures: import('./features/landing/templates/catalog-pictures.ts').CatalogPictures
}

declare module 'virtual:hero-template' {
  export const heroTemplate: import('./features/landing/templates/catalog-pictures.ts').DiagramPicture
}
