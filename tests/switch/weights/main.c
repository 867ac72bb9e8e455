#include <math.h>
#include <stdio.h>
#include "const.h"

double NeuralNetworkLoss(const double *weights, const double *inputs, const double *wanted);
void NeuralNetworkLoss_b(const double *weights, double *weightsb, const double *inputs, const double *wanted, double NeuralNetworkLossb);

int main(void)
{
    double weights[WEIGHTS], weightsb[WEIGHTS] = {0}, inputs[SAMPLES * INPUTS], wanted[SAMPLES], worst = 0;
    int k;
    for (k = 0; k < WEIGHTS; k++) weights[k] = sin(k + 1.0);
    for (k = 0; k < SAMPLES * INPUTS; k++) inputs[k] = cos(3.0 * k);
    for (k = 0; k < SAMPLES; k++) wanted[k] = 0.3 * sin(5.0 * k) - 0.4;
    NeuralNetworkLoss_b(weights, weightsb, inputs, wanted, 1.0);
    for (k = 0; k < WEIGHTS; k++) {
        double old = weights[k], h = 1e-6, up, down;
        weights[k] = old + h;
        up = NeuralNetworkLoss(weights, inputs, wanted);
        weights[k] = old - h;
        down = NeuralNetworkLoss(weights, inputs, wanted);
        weights[k] = old;
        worst = fmax(worst, fabs((up - down) / (2 * h) - weightsb[k]));
    }
    printf("weights: worst difference %g\n", worst);
    return worst > 1e-8;
}
