import http from 'node:http'

/**
 * Loaded into firebase-tools. It keeps a socket to every process of a function, which closes it after five idle seconds;
 * a request sent at that moment is reset, and that ends all emulators.
 */
http.globalAgent = new http.Agent({ keepAlive: false })
