"""Which rain explains the outflow that was observed? As optimise.f90, with the optimiser of SciPy."""

import numpy
import scipy.optimize

import lake

observed = 0.3 + 0.2 * numpy.sin(0.3 * numpy.arange(1, 31))


def misfit_and_gradient(rain):
    """The misfit for some rain, and its derivative by the rain of each day."""
    gradient, misfit = lake.lake_grad(rain, observed)
    return misfit, gradient


found = scipy.optimize.minimize(misfit_and_gradient, numpy.full(30, 0.3), jac=True, method="L-BFGS-B", tol=1e-14)
print("rain on days 1 to 5:", numpy.round(found.x[:5], 3))
